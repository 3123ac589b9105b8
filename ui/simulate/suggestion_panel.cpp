#include "ui/simulate/suggestion_panel.h"

#include "ui/models/suggestion_search.h"
#include "ui/simulate/suggestion_list.h"
#include "ui/simulate/tone_label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace idem {

SuggestionPanel::SuggestionPanel(SuggestionSearch& search, QWidget* parent)
    : QWidget(parent)
    , m_search(search)
    , m_sentence(new ToneLabel(Token::TextMuted, this))
    , m_stop(new QPushButton(tr("Stop"), this))
    , m_again(new QPushButton(tr("Try again"), this))
    , m_list(new SuggestionList(search.model(), this))
{
    m_sentence->setWordWrap(true);
    m_sentence->setAccessibleName(tr("What would stop it"));
    m_stop->setToolTip(tr("Ends the search for changes and shows what it has found so far"));
    m_again->setToolTip(tr("Searches for changes once more"));
    auto* buttons = new QHBoxLayout();
    buttons->addWidget(m_stop);
    buttons->addWidget(m_again);
    buttons->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_sentence);
    column->addLayout(buttons);
    column->addWidget(m_list);
    connect(m_stop, &QPushButton::clicked, &m_search, &SuggestionSearch::stop);
    connect(m_again, &QPushButton::clicked, &m_search, &SuggestionSearch::tryAgain);
    connect(m_list, &SuggestionList::applied, &m_search, &SuggestionSearch::apply);
    connect(&m_search, &SuggestionSearch::changed, this, &SuggestionPanel::refresh);
    refresh();
}

void SuggestionPanel::refresh()
{
    m_sentence->setText(m_search.sentence());
    m_sentence->setAccessibleDescription(m_search.sentence());
    m_list->setAccessibleDescription(m_search.sentence());
    m_stop->setVisible(m_search.isLong());
    m_again->setVisible(m_search.canTryAgain());
    const bool filled = m_search.model().rowCount() > 0;
    if (!filled && m_list->hasFocus()) {
        Q_EMIT listLeft();
    }
    m_list->setVisible(filled);
}

QString SuggestionPanel::sentence() const
{
    return m_sentence->text();
}

int SuggestionPanel::row() const
{
    const QModelIndex current = m_list->currentIndex();
    return current.isValid() ? current.row() : 0;
}

} // namespace idem
