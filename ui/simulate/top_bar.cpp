#include "ui/simulate/top_bar.h"

#include "simulations/scenario/scenario_file.h"
#include "ui/models/playback.h"
#include "ui/models/scenario_document.h"
#include "ui/models/words.h"
#include "ui/simulate/quiet_combo.h"
#include "ui/simulate/simulate_actions.h"
#include "ui/widgets/pill_bar.h"

#include <algorithm>
#include <QAction>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace idem {

namespace {

constexpr int bundledRole = Qt::UserRole + 1;

} // namespace

TopBar::TopBar(ScenarioDocument& document, Playback& playback, SimulateActions& actions, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_playback(playback)
    , m_scenarios(new QuietCombo(this))
    , m_pills(new PillBar(this))
    , m_speed(new QuietCombo(this))
    , m_time(new QLabel(this))
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_scenarios->setAccessibleName(tr("Scenario"));
    m_scenarios->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_scenarios->setMinimumContentsLength(16);
    m_scenarios->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_scenarios->setMaximumWidth(fontMetrics().averageCharWidth() * 38);
    fillScenarios();
    m_pills->setFocusPolicy(Qt::TabFocus);
    m_pills->setAccessibleName(tr("Design"));
    m_pills->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 7, 12, 7);
    layout->setSpacing(8);
    layout->addWidget(m_scenarios, 2);
    layout->addWidget(m_pills, 5);
    addTransport(actions);

    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("Virtual seconds per second"));
    for (const double speed : Playback::speeds()) {
        m_speed->addItem(speed == Playback::instant ? tr("instant") : tr("%1×").arg(speed), speed);
    }
    m_speed->setCurrentIndex(m_speed->findData(m_playback.speed()));
    layout->addWidget(m_speed);
    m_time->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_time->setToolTip(tr("Virtual time of the playhead, and of the whole run: minutes, seconds, hundredths"));
    m_time->setAccessibleName(tr("Time"));
    layout->addWidget(m_time);

    m_stop = new QToolButton(this);
    m_stop->setDefaultAction(actions.action(QStringLiteral("run.stop")));
    m_stop->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_stop->hide();
    layout->addWidget(m_stop);

    auto* exportButton = new QToolButton(this);
    exportButton->setText(tr("Export…"));
    exportButton->setAccessibleName(tr("Export"));
    exportButton->setToolTip(tr("Saves a picture or the scenario, or copies the command for the same run"));
    exportButton->setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(exportButton);
    for (const char* id : {"export.picture", "export.scenario", "export.command"}) {
        menu->addAction(actions.action(QLatin1String(id)));
    }
    // Not as the button's own menu: its arrow would say the same as the dots.
    connect(exportButton, &QToolButton::clicked, menu, [menu, exportButton] {
        menu->popup(exportButton->mapToGlobal(QPoint(0, exportButton->height())));
    });
    layout->addWidget(exportButton);

    connect(m_scenarios, &QComboBox::activated, this, [this](int index) {
        const QString source = m_scenarios->itemData(index).toString();
        const bool bundled = m_scenarios->itemData(index, bundledRole).toBool();
        // Until it is really open, the entry of the one that is shown stays.
        m_scenarios->setCurrentIndex(m_shown);
        if (bundled) {
            Q_EMIT bundledChosen(source);
        } else {
            Q_EMIT pathChosen(source);
        }
    });
    connect(m_pills, &PillBar::activated, this, [this](int index) {
        Q_EMIT variantChosen(index == 0 ? QString() : m_document.variants().value(index - 1));
    });
    connect(m_speed, &QComboBox::activated, this,
            [this](int index) { m_playback.setSpeed(m_speed->itemData(index).toDouble()); });
    connect(&m_playback, &Playback::speedChanged, this,
            [this](double speed) { m_speed->setCurrentIndex(m_speed->findData(speed)); });
    connect(&m_playback, &Playback::playheadChanged, this, &TopBar::refreshTime);
    connect(&m_document, &ScenarioDocument::changed, this, &TopBar::refreshDesigns);
    refreshTime();
}

void TopBar::fillScenarios()
{
    for (const BundledScenario& scenario : bundledScenarios()) {
        m_scenarios->addItem(QString::fromStdString(scenario.title), QString::fromStdString(scenario.name));
        const int index = m_scenarios->count() - 1;
        m_scenarios->setItemData(index, true, bundledRole);
        m_scenarios->setItemData(index, QString::fromStdString(scenario.story), Qt::ToolTipRole);
    }
    m_scenarios->setCurrentIndex(-1);
}

void TopBar::addTransport(SimulateActions& actions)
{
    auto* line = new QHBoxLayout();
    line->setSpacing(0);
    for (const char* id :
         {"transport.start", "transport.back", "transport.play", "transport.forward", "transport.end"}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(actions.action(QLatin1String(id)));
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        line->addWidget(button);
        m_transport.push_back(button);
    }
    static_cast<QHBoxLayout*>(layout())->addLayout(line);
}

void TopBar::showOpened(const QString& source, bool bundled)
{
    int index = m_scenarios->findData(source);
    if (index < 0) {
        if (m_scenarios->count() == m_scenarios->findData(true, bundledRole) + 1 || m_scenarios->count() == 0) {
            m_scenarios->insertSeparator(m_scenarios->count());
        }
        m_scenarios->addItem(QString(), source);
        index = m_scenarios->count() - 1;
        m_scenarios->setItemData(index, bundled, bundledRole);
        m_scenarios->setItemData(index, source, Qt::ToolTipRole);
    }
    if (!bundled) {
        m_scenarios->setItemText(
            index,
            tr("%1 (%2)").arg(QString::fromStdString(m_document.file().title()), QFileInfo(source).fileName()));
    }
    m_shown = index;
    m_scenarios->setCurrentIndex(index);
    m_scenarios->setToolTip(QString::fromStdString(m_document.scenario()->story));
}

void TopBar::refreshDesigns()
{
    const QStringList names = QStringList(m_document.baseName()) + m_document.variants();
    if (m_pills->items() != names) {
        m_pills->setItems(names);
    }
    m_pills->setCurrent(
        static_cast<int>(m_document.variants().indexOf(QString::fromStdString(m_document.choice().variant)))
        + 1);
}

void TopBar::refreshTime()
{
    m_time->setText(tr("%1 / %2").arg(words::clock(m_playback.playhead()), words::clock(m_playback.length())));
}

QString TopBar::timeText() const
{
    return m_time->text();
}

void TopBar::setRunning(bool running)
{
    m_stop->setVisible(running);
}

} // namespace idem
