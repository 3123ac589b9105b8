#include "ui/simulate/explanation_panel.h"

#include "ui/simulate/design_row.h"
#include "ui/simulate/tone_label.h"
#include "ui/widgets/counter_tile.h"
#include "ui/widgets/story_list.h"

#include <algorithm>
#include <QEvent>
#include <QFrame>
#include <QGridLayout>
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

ExplanationPanel::ExplanationPanel(QWidget* parent)
    : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Explanation"));

    auto* content = new QWidget(this);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(12, 12, 8, 14);
    column->setSpacing(8);
    m_title = heading(tr("Why it went wrong"), content);
    column->addWidget(m_title);
    m_story = new StoryList(content);
    m_story->setAccessibleName(m_title->text());
    m_story->setEmptyText(tr("Running…"));
    m_story->setFrameShape(QFrame::NoFrame);
    m_story->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_story->installEventFilter(this);
    column->addWidget(m_story);
    connect(m_story, &StoryList::lineActivated, this, &ExplanationPanel::storyLineActivated);

    m_designsBox = new QWidget(content);
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

    column->addStretch(1);
    setWidget(content);
    buildScore();
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
    setViewportMargins(0, 0, 0, m_score->sizeHint().height());
}

void ExplanationPanel::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    const int height = m_score->sizeHint().height();
    m_score->setGeometry(0, this->height() - height, viewport()->width(), height);
}

QSize ExplanationPanel::sizeHint() const
{
    return {std::max({300, minimumSizeHint().width(), fontMetrics().averageCharWidth() * 42}), 480};
}

QSize ExplanationPanel::minimumSizeHint() const
{
    const int needed = std::max(widget()->minimumSizeHint().width(), m_score->sizeHint().width());
    return {needed + style()->pixelMetric(QStyle::PM_ScrollBarExtent), 120};
}

QString ExplanationPanel::title() const
{
    return m_title->text();
}

void ExplanationPanel::setStory(const std::vector<StoryLine>& story, bool safe)
{
    m_title->setText(safe ? tr("Why it held") : tr("Why it went wrong"));
    m_story->setAccessibleName(m_title->text());
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
    if (follow && line >= 0) {
        const QPoint middle = m_story->lineRect(line).center();
        const QPoint inside = m_story->viewport()->mapTo(widget(), middle);
        ensureVisible(0, inside.y(), 0, fontMetrics().height() * 3);
    }
}

void ExplanationPanel::toTop()
{
    verticalScrollBar()->setValue(0);
}

} // namespace idem
