#include "ui/models/scenario_document.h"

#include "ui/models/change_choice.h"
#include "ui/models/parameter_defaults.h"
#include "ui/models/shell_quote.h"

#include <algorithm>
#include <QScopedValueRollback>
#include <utility>

namespace idem {

namespace {

using Json = nlohmann::ordered_json;

/// The member at a dotted path, or null where there is none.
const Json* memberAt(const Json& document, const QString& path)
{
    const Json* at = &document;
    for (const QString& part : path.split(QLatin1Char('.'))) {
        if (at->is_object()) {
            const auto found = at->find(part.toStdString());
            if (found == at->end()) {
                return nullptr;
            }
            at = &*found;
        } else if (at->is_array()) {
            bool isIndex = false;
            const auto index = part.toULongLong(&isIndex);
            if (!isIndex || index >= at->size()) {
                return nullptr;
            }
            at = &(*at)[index];
        } else {
            return nullptr;
        }
    }
    return at;
}

Json valueOrDefault(const Json& document, const QString& path)
{
    const Json* member = memberAt(document, path);
    return member != nullptr ? *member : defaultValue(path);
}

/// Whether one path is the other, or lies within it.
bool overlap(const std::string& left, const std::string& right)
{
    const std::string& longer = left.size() < right.size() ? right : left;
    const std::string& shorter = left.size() < right.size() ? left : right;
    return longer.compare(0, shorter.size(), shorter) == 0
        && (longer.size() == shorter.size() || longer[shorter.size()] == '.');
}

/// The paths that a variant of the file sets.
std::vector<std::string> pathsOf(const ScenarioFile& file, const std::string& variant)
{
    std::vector<std::string> paths;
    const auto variants = file.document.find("variants");
    if (variant.empty() || variants == file.document.end() || !variants->contains(variant)) {
        return paths;
    }
    for (const auto& [path, value] : variants->at(variant).items()) {
        paths.push_back(path);
    }
    return paths;
}

} // namespace

ScenarioDocument::ScenarioDocument(QObject* parent)
    : QObject(parent)
{
}

ScenarioDocument::~ScenarioDocument()
{
    // A stack that goes away says that it became empty; whoever listens may be half gone already.
    m_undo.blockSignals(true);
}

bool ScenarioDocument::openBundled(const QString& name)
{
    return open(readBundled(name.toStdString()), name);
}

bool ScenarioDocument::openPath(const QString& path)
{
    return open(readScenarioPath(path.toStdString()), path);
}

bool ScenarioDocument::openText(const QString& text, const QString& name)
{
    return open(readScenarioText(text.toStdString(), name.toStdString()), name);
}

bool ScenarioDocument::open(Result<ScenarioFile> file, const QString& source)
{
    if (!file) {
        Q_EMIT failed(file.error());
        return false;
    }
    // Only a file that can be run takes the place of the one that is shown.
    const Result<Scenario> runnable = buildScenario(*file, Choice());
    if (!runnable) {
        Q_EMIT failed(runnable.error());
        return false;
    }
    m_file = std::move(*file);
    m_source = source;
    m_undo.clear();
    adopt(Choice());
    Q_EMIT opened();
    return true;
}

bool ScenarioDocument::adopt(const Choice& choice)
{
    Result<Scenario> scenario = buildScenario(m_file, choice);
    Result<Json> effectiveNow = effectiveDocument(m_file, choice);
    Result<Json> writtenNow = effectiveDocument(m_file, Choice{choice.variant, {}, {}});
    if (!scenario || !effectiveNow || !writtenNow) {
        Q_EMIT failed(!scenario ? scenario.error() : !effectiveNow ? effectiveNow.error() : writtenNow.error());
        return false;
    }
    if (!m_editing) {
        ++m_step;
        m_openGesture = -1;
    }
    m_choice = choice;
    m_effective = std::move(*effectiveNow);
    m_written = std::move(*writtenNow);
    m_scenario = std::make_shared<const Scenario>(std::move(*scenario));
    Q_EMIT changed();
    return true;
}

bool ScenarioDocument::change(const Choice& after, const QString& text, int gesture)
{
    if (!isOpen() || after == m_choice) {
        return isOpen();
    }
    const Result<Scenario> runnable = buildScenario(m_file, after);
    if (!runnable) {
        Q_EMIT failed(runnable.error());
        return false;
    }
    if (gesture < 0 || gesture != m_openGesture) {
        ++m_step;
    }
    m_openGesture = gesture;
    const QScopedValueRollback<bool> editing(m_editing, true);
    m_undo.push(new ChangeChoice(*this, m_choice, after, text, gesture));
    return true;
}

QString ScenarioDocument::baseName() const
{
    const auto written = m_file.document.find("base_name");
    return written != m_file.document.end() && written->is_string()
        ? QString::fromStdString(written->get<std::string>())
        : tr("as written");
}

QStringList ScenarioDocument::variants() const
{
    QStringList names;
    for (const std::string& variant : m_file.variants()) {
        names.append(QString::fromStdString(variant));
    }
    return names;
}

Json ScenarioDocument::value(const QString& path) const
{
    return valueOrDefault(m_effective, path);
}

Json ScenarioDocument::fileValue(const QString& path) const
{
    return valueOrDefault(m_written, path);
}

std::vector<Json> ScenarioDocument::valuesInFile(const QString& path) const
{
    std::vector<Json> values;
    const auto add = [&values](const Json& value) {
        if (std::find(values.begin(), values.end(), value) == values.end()) {
            values.push_back(value);
        }
    };
    if (const Json* base = memberAt(m_file.document, path)) {
        add(*base);
    }
    if (const auto all = m_file.document.find("variants"); all != m_file.document.end()) {
        for (const auto& [name, changes] : all->items()) {
            if (const auto found = changes.find(path.toStdString()); found != changes.end()) {
                add(*found);
            }
        }
    }
    return values;
}

bool ScenarioDocument::isChanged(const QString& path) const
{
    return !sameValue(value(path), fileValue(path));
}

Choice ScenarioDocument::withValue(const QString& path, const Json& value) const
{
    Choice after = m_choice;
    putValue(after, path.toStdString(), value);
    return after;
}

void ScenarioDocument::putValue(Choice& choice, const std::string& path, const Json& value) const
{
    const auto same = [&path](const Override& change) { return change.path == path; };
    if (sameValue(value, fileValue(QString::fromStdString(path)))) {
        std::erase_if(choice.overrides, same);
        return;
    }
    const auto found = std::find_if(choice.overrides.begin(), choice.overrides.end(), same);
    if (found != choice.overrides.end()) {
        found->value = value;
    } else {
        choice.overrides.push_back({path, value});
    }
}

bool ScenarioDocument::setValue(const QString& path, const Json& value, const QString& text, int gesture)
{
    return change(withValue(path, value), text, gesture);
}

bool ScenarioDocument::setValues(const std::vector<Override>& values, const QString& text)
{
    Choice after = m_choice;
    for (const Override& each : values) {
        putValue(after, each.path, each.value);
    }
    return change(after, text, -1);
}

Result<Scenario> ScenarioDocument::tryValue(const QString& path, const Json& value) const
{
    return buildScenario(m_file, withValue(path, value));
}

Choice ScenarioDocument::choiceFor(const QString& variant) const
{
    Choice after = m_choice;
    after.variant = variant.toStdString();
    // A click on a design shows that design: what was changed of the old or would hide the new one goes.
    std::vector<std::string> claimed = pathsOf(m_file, m_choice.variant);
    const std::vector<std::string> next = pathsOf(m_file, after.variant);
    claimed.insert(claimed.end(), next.begin(), next.end());
    std::erase_if(after.overrides, [&claimed](const Override& change) {
        return std::any_of(claimed.begin(), claimed.end(),
                           [&change](const std::string& path) { return overlap(path, change.path); });
    });
    return after;
}

bool ScenarioDocument::setVariant(const QString& variant)
{
    return change(choiceFor(variant), tr("design “%1”").arg(variant.isEmpty() ? baseName() : variant), -1);
}

bool ScenarioDocument::setSeed(quint64 seed, int gesture)
{
    Choice after = m_choice;
    after.seed = seed;
    if (sameValue(Json(seed), fileValue(QStringLiteral("seed")))) {
        after.seed.reset();
    }
    return change(after, tr("seed"), gesture);
}

bool ScenarioDocument::reset(const QString& path)
{
    if (path == QLatin1String("seed")) {
        Choice after = m_choice;
        after.seed.reset();
        return change(after, tr("reset of the seed"), -1);
    }
    return change(withValue(path, fileValue(path)), tr("reset of %1").arg(path), -1);
}

bool ScenarioDocument::resetAll()
{
    return change(Choice{m_choice.variant, {}, {}}, tr("reset of all parameters"), -1);
}

QString ScenarioDocument::commandLine() const
{
    QStringList words{QStringLiteral("idemscope"), QStringLiteral("run"), shellQuote(m_source)};
    if (!m_choice.variant.empty()) {
        words << QStringLiteral("--variant") << shellQuote(QString::fromStdString(m_choice.variant));
    }
    for (const Override& change : m_choice.overrides) {
        // A string is written bare unless it would be read back as something else: "2s" is, "true" is not.
        std::string value = change.value.dump();
        if (change.value.is_string() && !Json::accept(change.value.get<std::string>())) {
            value = change.value.get<std::string>();
        }
        words << QStringLiteral("--set") << shellQuote(QString::fromStdString(change.path + '=' + value));
    }
    if (m_choice.seed) {
        words << QStringLiteral("--seed") << QString::number(*m_choice.seed);
    }
    return words.join(QLatin1Char(' '));
}

} // namespace idem
