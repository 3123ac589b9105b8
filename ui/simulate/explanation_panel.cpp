#include "ui/simulate/explanation_panel.h"

#include "ui/models/suggestion_search.h"
#include "ui/simulate/design_row.h"
#include "ui/simulate/flat_tab_bar.h"
#include "ui/simulate/suggestion_list.h"
#include "ui/simulate/suggestion_panel.h"
#include "ui/simulate/tone_label.h"
#include "ui/widgets/counter_tile.h"
#include "ui/widgets/story_list.h"

#include <algorithm>
#include <QEvent>
#include <QFrame>
#include <QGridLayout>
#include <QItemSelectionModel>
#include <QScrollBar>
#include <QStyle>
#include <QVBoxLayout>

namespace idem {

namespace {

QLabel* heading(const QString& text, QWidget* parent)
{
    auto* label = new ToneLabel(Token::Text, parent);
    label->setText(text);
    QFont bold = label->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.12);
    label->setFont(bold);
    return label;
}

} // namespace

ExplanationPanel::ExplanationPanel(SuggestionSearch& search, QWidget* parent)
    : QScrollArea(parent)
    , m_search(search)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Explanation"));

    m_tabs = new FlatTabBar(this);
    m_tabs->setAccessibleName(tr("Explanation"));
    m_tabs->setUsesScrollButtons(true);
    m_tabs->addTab(tr("Why it went wrong"));
    m_tabs->addTab(QString());
    connect(m_tabs, &QTabBar::currentChanged, this, &ExplanationPanel::showTab);

    auto* content = new QWidget(this);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(12, 8, 8, 14);
    column->setSpacing(8);
    m_pages[Why] = buildWhy();
    m_pages[Cure] = buildCure();
    column->addWidget(m_pages[Why]);
    column->addWidget(m_pages[Cure]);
    column->addStretch(1);
    m_pages[Cure]->hide();
    setWidget(content);
    buildScore();
    refreshCount();
    connect(&m_search, &SuggestionSearch::changed, this, &ExplanationPanel::refreshCount);
}

QWidget* ExplanationPanel::buildWhy()
{
    m_story = new StoryList(this);
    m_story->setAccessibleName(title());
    m_story->setEmptyText(tr("Running…"));
    m_story->setFrameShape(QFrame::NoFrame);
    m_story->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_story->installEventFilter(this);
    connect(m_story, &StoryList::lineActivated, this, &ExplanationPanel::storyLineActivated);
    return m_story;
}

QWidget* ExplanationPanel::buildCure()
{
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    m_suggestions = new SuggestionPanel(m_search, page);
    column->addWidget(m_suggestions);
    connect(m_suggestions, &SuggestionPanel::listLeft, this,
            [this] { m_tabs->setFocus(Qt::OtherFocusReason); });
    connect(m_suggestions->list()->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &ExplanationPanel::revealSuggestion);

    m_designsBox = new QWidget(page);
    m_designsLayout = new QVBoxLayout(m_designsBox);
    m_designsLayout->setContentsMargins(0, 8, 0, 8);
    m_designsLayout->setSpacing(2);
    m_designsLayout->addWidget(heading(tr("The other designs of this file"), m_designsBox));
    auto* hint = new ToneLabel(Token::TextMuted, m_designsBox);
    hint->setText(tr("Each was really run. Click one to try it."));
    hint->setWordWrap(true);
    m_designsLayout->addWidget(hint);
    column->addWidget(m_designsBox);
    m_designsBox->hide();
    return page;
}

QTabBar* ExplanationPanel::tabs() const
{
    return m_tabs;
}

void ExplanationPanel::showTab(int tab)
{
    m_scrolled[m_tab] = verticalScrollBar()->value();
    m_tab = tab;
    m_pages[Why]->setVisible(tab == Why);
    m_pages[Cure]->setVisible(tab == Cure);
    widget()->layout()->activate();
    verticalScrollBar()->setValue(m_scrolled[tab]);
}

void ExplanationPanel::showSuggestions()
{
    m_tabs->setCurrentIndex(Cure);
    QWidget* list = m_suggestions->list();
    (list->isVisible() ? list : m_tabs)->setFocus(Qt::ShortcutFocusReason);
}

void ExplanationPanel::refreshCount()
{
    const int found = m_search.model().isStale() ? 0 : m_search.model().rowCount();
    m_tabs->setTabText(Cure, found > 0 ? tr("What would stop it %1").arg(found) : tr("What would stop it"));
    m_tabs->setTabToolTip(Cure, m_search.sentence());
}

void ExplanationPanel::revealSuggestion()
{
    SuggestionList* list = m_suggestions->list();
    if (!list->hasFocus() || !list->currentIndex().isValid()) {
        return;
    }
    const QRect row = list->visualRect(list->currentIndex());
    const QPoint top = list->viewport()->mapTo(widget(), row.topLeft());
    ensureVisible(0, top.y() + row.height() / 2, 0, row.height() / 2 + 4);
}

/// The score stays in sight below the story, however long that is.
void ExplanationPanel::buildScore()
{
    m_score = new QWidget(this);
    m_score->setBackgroundRole(QPalette::Base);
    m_score->setAutoFillBackground(true);
    auto* grid = new QGridLayout(m_score);
    grid->setContentsMargins(12, 8, 8, 12);
    grid->setSpacing(8);
    QWidget* content = m_score;
    m_tiles = {new CounterTile(tr("effects"), Token::EffectText, content),
               new CounterTile(tr("replays"), Token::ReplayedText, content),
               new CounterTile(tr("in progress"), Token::InProgressText, content),
               new CounterTile(tr("conflicts"), Token::ConflictText, content)};
    const QStringList sentences{
        tr("Rows in the provider's ledger at the playhead; more than actions are duplicates"),
        tr("Repeats that got the first answer, at the playhead"),
        tr("Repeats that were told that the first request is still being worked on"),
        tr("Repeats with the same key and other arguments")};
    for (int i = 0; i < 4; ++i) {
        m_tiles[static_cast<std::size_t>(i)]->setToolTip(sentences.at(i));
        grid->addWidget(m_tiles[static_cast<std::size_t>(i)], i / 2, i % 2);
    }
    setViewportMargins(0, m_tabs->sizeHint().height(), 0, m_score->sizeHint().height());
}

void ExplanationPanel::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    const int height = m_score->sizeHint().height();
    m_score->setGeometry(0, this->height() - height, viewport()->width(), height);
    m_tabs->setGeometry(0, 0, width(), m_tabs->sizeHint().height());
}

QSize ExplanationPanel::sizeHint() const
{
    return {std::max({300, minimumSizeHint().width(), fontMetrics().averageCharWidth() * 42,
                      m_tabs->sizeHint().width() + fontMetrics().averageCharWidth() * 3}),
            480};
}

QSize ExplanationPanel::minimumSizeHint() const
{
    const int needed = std::max(widget()->minimumSizeHint().width(), m_score->sizeHint().width());
    return {needed + style()->pixelMetric(QStyle::PM_ScrollBarExtent), 120};
}

QString ExplanationPanel::title() const
{
    return m_tabs->tabText(Why);
}

void ExplanationPanel::setStory(const std::vector<StoryLine>& story, bool safe)
{
    m_tabs->setTabText(Why, safe ? tr("Why it held") : tr("Why it went wrong"));
    m_story->setAccessibleName(title());
    // A list as tall as all of a very long story would be taller than a widget can be.
    constexpr std::size_t mostLines = 300;
    if (story.size() <= mostLines) {
        m_story->setStory(story);
    } else {
        std::vector<StoryLine> shown(story.begin(), story.begin() + mostLines);
        shown.push_back(story[mostLines]);
        shown.back().what = tr("… and %1 more steps.").arg(story.size() - mostLines).toStdString();
        shown.back().meaning = tr("The events table has all of them.").toStdString();
        m_story->setStory(shown);
    }
    fitStory();
}

void ExplanationPanel::fitStory()
{
    // The column scrolls as a whole: a list that scrolls within it would hide lines twice.
    const int last = m_story->count() - 1;
    const int end = last < 0 ? 0 : m_story->lineRect(last).bottom() + m_story->verticalScrollBar()->value();
    m_story->setFixedHeight(std::max(end + 4, fontMetrics().height() * 3));
}

bool ExplanationPanel::eventFilter(QObject* watched, QEvent* event)
{
    const bool handled = QScrollArea::eventFilter(watched, event);
    if (watched == m_story && event->type() == QEvent::Resize) {
        // Its lines wrap anew when it has got its new width, which is after this event.
        QMetaObject::invokeMethod(this, &ExplanationPanel::fitStory, Qt::QueuedConnection);
    }
    return handled;
}

void ExplanationPanel::setDesigns(const QStringList& names, const QStringList& variants)
{
    for (DesignRow* row : m_designs) {
        row->deleteLater();
    }
    m_designs.clear();
    for (int i = 0; i < names.size(); ++i) {
        auto* row = new DesignRow(names.at(i), m_designsBox);
        connect(row, &DesignRow::clicked, this,
                [this, variant = variants.at(i)] { Q_EMIT variantChosen(variant); });
        m_designsLayout->addWidget(row);
        m_designs.push_back(row);
    }
    m_designsBox->setVisible(!names.isEmpty());
}

void ExplanationPanel::setDesignVerdict(int index, const Verdict& verdict, bool complete)
{
    if (index < 0 || static_cast<std::size_t>(index) >= m_designs.size()) {
        return;
    }
    DesignRow* row = m_designs[static_cast<std::size_t>(index)];
    if (complete) {
        row->setVerdict(verdict);
    } else {
        row->setUnfinished();
    }
}

void ExplanationPanel::setState(const Snapshot& state)
{
    const auto answered = [&state](CallAnswer answer) {
        return static_cast<int>(
            std::count_if(state.calls.begin(), state.calls.end(), [answer](const CallRow& call) {
                return call.layer == Layer::Tool && call.reason != Reason::StatusCheck && call.answer == answer;
            }));
    };
    const bool duplicates = std::any_of(state.ledger.begin(), state.ledger.end(),
                                        [](const LedgerRow& row) { return row.duplicate; });
    m_tiles[0]->setColour(duplicates ? Token::DuplicateText : Token::EffectText);
    const auto show = [](CounterTile& tile, int count, const QString& one, const QString& many) {
        tile.setWord(count == 1 ? one : many);
        tile.setValue(count);
    };
    show(*m_tiles[0], static_cast<int>(state.ledger.size()), tr("effect"), tr("effects"));
    show(*m_tiles[1], answered(CallAnswer::Replayed), tr("replay"), tr("replays"));
    m_tiles[2]->setValue(answered(CallAnswer::InProgress));
    show(*m_tiles[3], answered(CallAnswer::Conflict), tr("conflict"), tr("conflicts"));
}

void ExplanationPanel::setPlayhead(Micros at, bool follow)
{
    m_story->setPlayhead(at);
    const int line = m_story->lineAtPlayhead();
    if (follow && line >= 0 && m_tab == Why) {
        const QPoint middle = m_story->lineRect(line).center();
        const QPoint inside = m_story->viewport()->mapTo(widget(), middle);
        ensureVisible(0, inside.y(), 0, fontMetrics().height() * 3);
    }
}

void ExplanationPanel::toTop()
{
    m_scrolled[Why] = m_scrolled[Cure] = 0;
    verticalScrollBar()->setValue(0);
}

} // namespace idem
