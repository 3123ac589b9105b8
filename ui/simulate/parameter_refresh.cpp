#include "ui/simulate/parameter_panel.h"

#include "simulations/run/snapshot.h"
#include "simulations/scenario/duration.h"
#include "ui/models/scenario_document.h"
#include "ui/models/words.h"
#include "ui/simulate/choice_field.h"
#include "ui/simulate/key_field.h"
#include "ui/simulate/parameter_row.h"
#include "ui/simulate/quiet_spin_box.h"
#include "ui/widgets/duration_slider.h"
#include "ui/widgets/toggle_switch.h"

#include <algorithm>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

/// What the controls of the panel show, from the document; they are built in parameter_panel.cpp.
namespace idem {

namespace {

using Json = nlohmann::ordered_json;

QString textOf(const Json& value)
{
    return QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
}

/// The microseconds of a duration, or the middle of what is drawn from: of a range, or its median.
Micros microsOf(const Json& value)
{
    if (value.is_object() && value.contains("from") && value.contains("to")) {
        return (microsOf(value["from"]) + microsOf(value["to"])) / 2;
    }
    if (value.is_object() && value.contains("p50")) {
        return microsOf(value["p50"]);
    }
    return value.is_string() ? parseDuration(value.get_ref<const std::string&>()).value_or(0) : 0;
}

/// A value of the file in a sentence: "2.0 s", "on", "tool call id".
QString spoken(const QString& member, const Json& value)
{
    if (value.is_boolean()) {
        return value.get<bool>() ? ParameterPanel::tr("yes") : ParameterPanel::tr("no");
    }
    if (value.is_object() && value.contains("from") && value.contains("to")) {
        return ParameterPanel::tr("%1 to %2").arg(spoken(member, value["from"]), spoken(member, value["to"]));
    }
    if (value.is_object()) {
        QStringList parts; // p50 1.0 s, p90 3.0 s
        for (const auto& [quantile, duration] : value.items()) {
            parts << ParameterPanel::tr("%1 %2").arg(QString::fromStdString(quantile),
                                                     spoken(member, duration));
        }
        return parts.join(ParameterPanel::tr(", "));
    }
    if (value.is_string()) {
        const auto duration = parseDuration(value.get_ref<const std::string&>());
        if (duration) {
            return *duration == never ? ParameterPanel::tr("never")
                                      : QString::fromStdString(durationText(*duration));
        }
    }
    return member == QLatin1String("key") ? words::key(textOf(value)) : textOf(value);
}

} // namespace

void ParameterPanel::scenarioOpened()
{
    m_toolChooser->clearChoices();
    for (const ToolSpec& tool : m_document.scenario()->tools) {
        const QString toolName = QString::fromStdString(tool.name);
        m_toolChooser->addChoice(toolName, toolName);
    }
    m_toolChooser->setVisible(m_document.scenario()->tools.size() > 1);
    toolChosen();
}

/// A tool with a sequence goes by it and by nothing else, and one without has none to go by.
void ParameterPanel::offerGuards(const ToolSpec& tool)
{
    const bool sequence = !tool.sequence.empty();
    if (sequence == m_goesBySequence) {
        return;
    }
    m_goesBySequence = sequence;
    auto& field = *qobject_cast<ChoiceField*>(control(QStringLiteral("guard")));
    field.clearChoices();
    for (const Guard kind : words::guards()) {
        if ((kind == Guard::HighWaterMark) == sequence) {
            const std::string_view value = name(kind);
            field.addChoice(QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size())),
                            words::guard(kind), words::guardSentence(kind));
        }
    }
}

/// A lease is of a record that is written before the work and finished after it.
void ParameterPanel::offerLease(const ToolSpec& tool)
{
    const bool leases = tool.guard == Guard::Reserve || tool.guard == Guard::ProviderKeyAndRecord
        || tool.guard == Guard::CheckThenInsert;
    for (const char* member : {"lease", "on_expired"}) {
        QWidget& field = *control(QLatin1String(member));
        field.setEnabled(leases);
        row(QLatin1String(member))
            ->setToolTip(leases ? QString()
                                : tr("Has no effect with this guard: it writes no record that it finishes."));
    }
}

const ToolSpec* ParameterPanel::shownTool() const
{
    const auto& tools = m_document.scenario()->tools;
    const auto found = std::find_if(tools.begin(), tools.end(), [this](const ToolSpec& tool) {
        return QString::fromStdString(tool.name) == m_tool;
    });
    return found == tools.end() ? nullptr : &*found;
}

void ParameterPanel::toolChosen()
{
    m_tool = m_toolChooser->current();
    for (Parameter& parameter : m_parameters) {
        if (parameter.path.startsWith(QLatin1String("tools."))) {
            parameter.path = QStringLiteral("tools.%1.%2").arg(m_tool, parameter.member);
        }
    }
    QStringList templates;
    for (const Json& value : m_document.valuesInFile(find(QStringLiteral("key"))->path)) {
        if (value.is_string() && KeyField::isTemplate(textOf(value))) {
            templates << textOf(value);
        }
    }
    m_key->setProblem({});
    m_key->setTemplates(templates, suggestedTemplate());
    refresh();
}

QString ParameterPanel::suggestedTemplate() const
{
    const ToolSpec* tool = shownTool();
    if (tool == nullptr) {
        return {};
    }
    QString text = QString::fromStdString(tool->makes);
    for (const std::string& argument : tool->identifies) {
        text += QStringLiteral(":{%1}").arg(QString::fromStdString(argument));
    }
    return text;
}

void ParameterPanel::keyTyped(const QString& key)
{
    const QString path = find(QStringLiteral("key"))->path;
    const Json value = key.toStdString();
    const Result<Scenario> outcome = m_document.tryValue(path, value);
    // Half-typed text is wrong all the time: it is said below the field and not as a failure of the page.
    m_key->setProblem(
        outcome ? QString()
                : QString::fromStdString(Error{{}, outcome.error().cause, outcome.error().cure}.text()));
    if (outcome) {
        set(path, tr("key"), value, m_gesture);
    }
}

void ParameterPanel::refresh()
{
    if (!m_document.isOpen()) {
        return;
    }
    const ToolSpec* tool = shownTool();
    if (tool != nullptr) {
        offerGuards(*tool);
        offerLease(*tool);
    }
    for (const Parameter& parameter : m_parameters) {
        refreshControl(parameter);
        parameter.row->setChanged(m_document.isChanged(parameter.path),
                                  spoken(parameter.member, m_document.fileValue(parameter.path)));
    }
    m_resetAll->setVisible(m_document.hasChanges());
    const Json latency = m_document.value(QStringLiteral("provider.latency"));
    m_latencyNote->setVisible(latency.is_object());
    m_latencyNote->setText(latency.is_object() ? tr("Drawn with the seed, %1; the slider makes it one value.")
                                                     .arg(spoken(QStringLiteral("latency"), latency))
                                               : QString());
    QStringList identifies;
    if (tool != nullptr) {
        for (const std::string& argument : tool->identifies) {
            identifies << QString::fromStdString(argument);
        }
    }
    m_identifies->setText(identifies.isEmpty() ? tr("Identified by all arguments")
                                               : tr("Identified by %1").arg(identifies.join(tr(", "))));
}

void ParameterPanel::refreshControl(const Parameter& parameter)
{
    const Json value = m_document.value(parameter.path);
    const QSignalBlocker quiet(parameter.control);
    if (auto* slider = qobject_cast<DurationSlider*>(parameter.control)) {
        constexpr Micros lowest = 10'000;
        constexpr Micros highest = 60'000'000;
        const Micros micros = microsOf(value);
        const Micros room = micros == never ? highest : std::max(highest, micros);
        slider->setRange(std::min(lowest, micros), room);
        slider->setValue(micros);
    } else if (auto* choice = qobject_cast<ChoiceField*>(parameter.control)) {
        choice->setCurrent(textOf(value));
    } else if (parameter.control == m_key) {
        m_key->setCurrent(textOf(value));
    } else if (auto* toggle = qobject_cast<ToggleSwitch*>(parameter.control)) {
        if (value.is_boolean()) {
            toggle->setChecked(value.get<bool>());
        } else {
            refreshLayer(parameter, *toggle);
        }
    } else {
        const QSignalBlocker quietSeed(m_seed);
        m_seed->setValue(static_cast<double>(m_document.scenario()->seed));
    }
}

void ParameterPanel::refreshLayer(const Parameter& parameter, ToggleSwitch& toggle)
{
    const Json value = m_document.value(parameter.path);
    const int times = value.is_number_integer() ? value.get<int>() : 0;
    toggle.setOnWord(tr("×%1").arg(times));
    toggle.setChecked(times > 0);
    const QString why = whyWithoutEffect(parameter.path);
    toggle.setEnabled(why.isEmpty());
    const QString sentence = toggle.property("sentence").toString();
    toggle.setToolTip(why.isEmpty() ? sentence : why);
    toggle.setAccessibleDescription(toggle.toolTip());
}

QString ParameterPanel::whyWithoutEffect(const QString& path) const
{
    const auto& actions = m_document.scenario()->actions;
    const auto startsAt = [&actions](Layer layer) {
        return std::any_of(actions.begin(), actions.end(),
                           [layer](const ActionSpec& action) { return action.by == layer; });
    };
    if (path.startsWith(QLatin1String("layers.user.")) && !startsAt(Layer::User)) {
        return tr("Has no effect here: no action of this scenario comes from a user.");
    }
    // A user's message may reach the agent through a webhook: switching it on puts one there.
    const bool above = path.startsWith(QLatin1String("layers.webhook."))
        || path.startsWith(QLatin1String("layers.runtime.")) || path.startsWith(QLatin1String("layers.model."));
    if (above && !startsAt(Layer::User) && !startsAt(Layer::Webhook)) {
        return tr("Has no effect here: a test calls the tools directly.");
    }
    return {};
}

} // namespace idem
