#include "ui/simulate/parameter_panel.h"

#include "simulations/run/snapshot.h"
#include "simulations/scenario/duration.h"
#include "ui/models/scenario_document.h"
#include "ui/simulate/choice_field.h"
#include "ui/simulate/key_field.h"
#include "ui/simulate/parameter_row.h"
#include "ui/simulate/quiet_spin_box.h"
#include "ui/simulate/tone_label.h"
#include "ui/widgets/duration_slider.h"
#include "ui/widgets/toggle_switch.h"

#include <algorithm>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

namespace idem {

namespace {

using Json = nlohmann::ordered_json;

/// A parameter of the tool that is shown; the panel puts its name in.
const QString toolPath = QStringLiteral("tools.*.");

} // namespace

ParameterPanel::ParameterPanel(ScenarioDocument& document, QWidget* parent)
    : QScrollArea(parent)
    , m_document(document)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Parameters"));

    auto* content = new QWidget(this);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(6, 10, 14, 14);
    column->setSpacing(6);
    buildTool(*column);
    buildProvider(*column);
    buildLayers(*column);
    buildSeed(*column);
    column->addStretch(1);
    setWidget(content);

    m_gesture = m_document.newGesture();
    connect(&m_document, &ScenarioDocument::opened, this, &ParameterPanel::scenarioOpened);
    connect(&m_document, &ScenarioDocument::changed, this, &ParameterPanel::refresh);
    if (m_document.isOpen()) {
        scenarioOpened();
    }
}

QSize ParameterPanel::sizeHint() const
{
    return {std::max({268, minimumSizeHint().width(), fontMetrics().averageCharWidth() * 36}), 480};
}

QSize ParameterPanel::minimumSizeHint() const
{
    // Nothing is cut off at the side, also while the content is so tall as to need the scroll bar.
    return {widget()->minimumSizeHint().width() + style()->pixelMetric(QStyle::PM_ScrollBarExtent), 120};
}

void ParameterPanel::addHeading(QVBoxLayout& column, const QString& text, QWidget* beside)
{
    auto* heading = new ToneLabel(Token::TextMuted, this);
    heading->setText(text);
    QFont bold = heading->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 0.92);
    heading->setFont(bold);
    auto* line = new QHBoxLayout();
    line->setContentsMargins(8, column.count() == 0 ? 0 : 10, 0, 0);
    line->addWidget(heading);
    line->addStretch(1);
    if (beside != nullptr) {
        line->addWidget(beside);
    }
    column.addLayout(line);
}

void ParameterPanel::addRow(QVBoxLayout& column, const QString& path, const QString& name, QWidget* control)
{
    auto* row = new ParameterRow(name, control, this);
    const QString member = path.section(QLatin1Char('.'), -1);
    connect(row, &ParameterRow::resetRequested, this, [this, member] { m_document.reset(find(member)->path); });
    control->setObjectName(member);
    column.addWidget(row);
    m_parameters.push_back({member, path, name, control, row});
}

DurationSlider* ParameterPanel::addDuration(QVBoxLayout& column, const QString& path, const QString& label,
                                            const QString& toolTip)
{
    auto* slider = new DurationSlider(label, this);
    slider->setToolTip(toolTip);
    addRow(column, path, label.toLower(), slider);
    const QString member = m_parameters.back().member;
    connect(slider, &DurationSlider::valueChanged, this, [this, member](Micros value) {
        set(find(member)->path, find(member)->name, durationSpelling(value), m_gesture);
    });
    // The next drag is an undo step of its own.
    connect(slider, &DurationSlider::editingFinished, this, [this] { m_gesture = m_document.newGesture(); });
    return slider;
}

ToggleSwitch* ParameterPanel::addSwitch(QVBoxLayout& column, const QString& path, const QString& label,
                                        const QString& toolTip)
{
    auto* toggle = new ToggleSwitch(label, this);
    toggle->setFocusPolicy(Qt::TabFocus);
    toggle->setToolTip(toolTip);
    addRow(column, path, label.toLower(), toggle);
    connect(toggle, &ToggleSwitch::clicked, this,
            [this, path, name = label.toLower()](bool on) { set(path, name, on); });
    return toggle;
}

void ParameterPanel::addLayer(QVBoxLayout& column, const QString& path, const QString& label,
                              const QString& toolTip)
{
    auto* toggle = new ToggleSwitch(label, this);
    toggle->setFocusPolicy(Qt::TabFocus);
    toggle->setToolTip(toolTip);
    toggle->setProperty("sentence", toolTip);
    addRow(column, path, label, toggle);
    connect(toggle, &ToggleSwitch::clicked, this, [this, path, label](bool on) {
        const Json file = m_document.fileValue(path);
        const int times = file.is_number_integer() && file.get<int>() > 0 ? file.get<int>() : 1;
        set(path, label, on ? times : 0);
    });
}

void ParameterPanel::buildTool(QVBoxLayout& column)
{
    m_resetAll = new QPushButton(tr("Reset all"), this);
    m_resetAll->setFlat(true);
    m_resetAll->setFocusPolicy(Qt::TabFocus);
    m_resetAll->setToolTip(tr("Puts every parameter back to what the file says"));
    m_resetAll->setMaximumHeight(fontMetrics().height() + 6);
    QSizePolicy kept = m_resetAll->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_resetAll->setSizePolicy(kept);
    connect(m_resetAll, &QPushButton::clicked, this, [this] { m_document.resetAll(); });
    addHeading(column, tr("TOOL"), m_resetAll);

    m_toolChooser = new ChoiceField(tr("Shown"), tr("The tool whose parameters are shown"), this);
    m_toolChooser->setContentsMargins(24, 0, 0, 0);
    column.addWidget(m_toolChooser);
    connect(m_toolChooser, &ChoiceField::chosen, this, &ParameterPanel::toolChosen);

    addDuration(column, toolPath + QLatin1String("timeout"), tr("Timeout"),
                tr("How long the tool waits for the provider before it gives up"))
        ->setNever(true);

    auto* runsAs = new ChoiceField(tr("Runs as"), tr("What becomes of the work when the tool gives up"), this);
    runsAs->addChoice(QStringLiteral("thread"), tr("thread"),
                      tr("Can't be stopped: goes on after the tool gave up."));
    runsAs->addChoice(QStringLiteral("async"), tr("async"),
                      tr("Is cancelled here, but not what the provider already received."));
    addRow(column, toolPath + QLatin1String("runs_as"), tr("runs as"), runsAs);
    connect(runsAs, &ChoiceField::chosen, this, [this](const QString& value) {
        set(find(QStringLiteral("runs_as"))->path, tr("runs as"), value.toStdString());
    });

    m_key = new KeyField(this);
    addRow(column, toolPath + QLatin1String("key"), tr("key"), m_key);
    connect(m_key, &KeyField::chosen, this, [this](const QString& key) {
        set(find(QStringLiteral("key"))->path, tr("key"), key.toStdString());
    });
    connect(m_key, &KeyField::typed, this, &ParameterPanel::keyTyped);
    connect(m_key, &KeyField::typingFinished, this, [this] {
        m_gesture = m_document.newGesture();
        refresh(); // a template that is wrong stays, with what is wrong about it
    });

    auto* guard = new ChoiceField(tr("Guard"), tr("How the tool protects its effect against a repeat"), this);
    addRow(column, toolPath + QLatin1String("guard"), tr("guard"), guard);
    connect(guard, &ChoiceField::chosen, this, [this](const QString& value) {
        set(find(QStringLiteral("guard"))->path, tr("guard"), value.toStdString());
    });

    addDuration(column, toolPath + QLatin1String("lease"), tr("Lease"),
                tr("How long a reservation may be worked on before its outcome counts as unknown"));
    auto* expired = new ChoiceField(tr("When it is over"),
                                    tr("What a repeat does with a reservation whose lease is over"), this);
    expired->addChoice(QStringLiteral("reconcile"), tr("ask the provider"),
                       tr("Nobody knows whether it happened: the provider is asked first."));
    expired->addChoice(QStringLiteral("take_over"), tr("take over blindly"),
                       tr("Starts again at once, although the first may still arrive."));
    addRow(column, toolPath + QLatin1String("on_expired"), tr("what happens when the lease is over"), expired);
    connect(expired, &ChoiceField::chosen, this, [this](const QString& value) {
        set(find(QStringLiteral("on_expired"))->path, tr("when the lease is over"), value.toStdString());
    });

    m_identifies = new ToneLabel(Token::TextMuted, this);
    m_identifies->setWordWrap(true);
    m_identifies->setContentsMargins(24, 0, 0, 0);
    m_identifies->setToolTip(tr("The arguments that tell one action from another; the file decides them"));
    column.addWidget(m_identifies);
}

void ParameterPanel::buildProvider(QVBoxLayout& column)
{
    addHeading(column, tr("PROVIDER"));
    addDuration(column, QStringLiteral("provider.latency"), tr("Latency"),
                tr("How long the provider works on a request before it answers"));
    m_latencyNote = new ToneLabel(Token::TextMuted, this);
    m_latencyNote->setWordWrap(true);
    m_latencyNote->setContentsMargins(24, 0, 0, 0);
    column.addWidget(m_latencyNote);
    addSwitch(column, QStringLiteral("provider.accepts_keys"), tr("Accepts keys"),
              tr("Whether the provider takes a key and recognises a repeat by it"));
    auto* keeps = new ChoiceField(tr("Keeps keys for"), tr("How long the provider remembers a key"), this);
    for (const char* value : {"1s", "10s", "1m", "10m", "1h", "24h", "3d", "30d", "never"}) {
        const Micros duration = *parseDuration(value);
        keeps->addChoice(QString::fromStdString(durationSpelling(duration)),
                         duration == never ? tr("for ever") : QString::fromStdString(durationText(duration)));
    }
    addRow(column, QStringLiteral("provider.keeps_keys"), tr("keeps keys for"), keeps);
    connect(keeps, &ChoiceField::chosen, this, [this](const QString& value) {
        set(QStringLiteral("provider.keeps_keys"), tr("keeps keys for"), value.toStdString());
    });
    addSwitch(column, QStringLiteral("provider.status_lookup"), tr("Status look-up"),
              tr("Whether the provider can be asked what became of a request"));
}

void ParameterPanel::buildLayers(QVBoxLayout& column)
{
    addHeading(column, tr("LAYERS THAT RETRY"));
    addLayer(column, QStringLiteral("layers.user.sends_again"), tr("User sends again"),
             tr("The user presses send again before there is an answer"));
    addLayer(column, QStringLiteral("layers.webhook.redelivers"), tr("Webhook redelivers"),
             tr("The sender delivers the event again when the receiver answers too late"));
    addLayer(column, QStringLiteral("layers.runtime.retries"), tr("Runtime retries run"),
             tr("The runtime repeats the whole turn after it failed"));
    addLayer(column, QStringLiteral("layers.model.calls_again"), tr("Model calls again"),
             tr("The model calls the tool again after an answer that it did not like"));
    addLayer(column, QStringLiteral("layers.tool.tries_again"), tr("Wrapper tries again"),
             tr("The tool's wrapper tries again by itself, under the same call id, when it gave up or failed"));
    addLayer(column, QStringLiteral("layers.sdk.resends"), tr("SDK resends"),
             tr("The client library sends the request again when it fails"));
}

void ParameterPanel::buildSeed(QVBoxLayout& column)
{
    addHeading(column, tr("CHANCE"));
    auto* line = new QWidget(this);
    auto* label = new QLabel(tr("Seed"), line);
    m_seed = new QuietSpinBox(line);
    m_seed->setDecimals(0);
    m_seed->setRange(0, 9007199254740991.0); // the largest seed that a file may hold
    m_seed->setAccessibleName(tr("Seed"));
    m_seed->setToolTip(tr("Decides everything that is drawn; the same seed gives the same run"));
    label->setBuddy(m_seed);
    label->setToolTip(m_seed->toolTip());
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label);
    layout->addStretch(1);
    layout->addWidget(m_seed);
    addRow(column, QStringLiteral("seed"), tr("seed"), line);
    connect(m_seed, &QDoubleSpinBox::valueChanged, this,
            [this](double value) { m_document.setSeed(static_cast<quint64>(value), m_gesture); });
    connect(m_seed, &QDoubleSpinBox::editingFinished, this, [this] { m_gesture = m_document.newGesture(); });
}

void ParameterPanel::set(const QString& path, const QString& name, const Json& value, int gesture)
{
    m_document.setValue(path, value, name, gesture);
    // Where it was refused, the control has to show again what is.
    refresh();
}

const ParameterPanel::Parameter* ParameterPanel::find(const QString& member) const
{
    const auto found
        = std::find_if(m_parameters.begin(), m_parameters.end(),
                       [&member](const Parameter& parameter) { return parameter.member == member; });
    return found == m_parameters.end() ? nullptr : &*found;
}

QString ParameterPanel::latencyNote() const
{
    return m_latencyNote->text();
}

QWidget* ParameterPanel::control(const QString& member) const
{
    const Parameter* parameter = find(member);
    return parameter != nullptr ? parameter->control : nullptr;
}

ParameterRow* ParameterPanel::row(const QString& member) const
{
    const Parameter* parameter = find(member);
    return parameter != nullptr ? parameter->row : nullptr;
}

} // namespace idem
