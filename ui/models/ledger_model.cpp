#include "ui/models/ledger_model.h"

#include "ui/models/words.h"

#include <algorithm>

namespace idem {

namespace {

/// More columns than this push the key and the time out of sight.
constexpr std::size_t mostArguments = 5;

/// The names of the arguments where all actions have the same ones, the identifying ones first; else nothing.
std::vector<std::string> commonArguments(const Scenario& scenario)
{
    std::vector<std::string> names;
    bool first = true;
    for (const ActionSpec& action : scenario.actions) {
        for (const AskSpec& ask : action.asks) {
            std::vector<std::string> own;
            for (const auto& [name, value] : ask.args.items()) {
                own.push_back(name);
            }
            if (!first && own != names) {
                return {};
            }
            names = std::move(own);
            first = false;
        }
    }
    if (scenario.actions.empty()) {
        return {};
    }
    const auto tool = static_cast<std::size_t>(scenario.actions.front().tool);
    const std::vector<std::string>& identifies = scenario.tools[tool].identifies;
    std::vector<std::string> ordered;
    std::copy_if(identifies.begin(), identifies.end(), std::back_inserter(ordered),
                 [&names](const std::string& name) {
                     return std::find(names.begin(), names.end(), name) != names.end();
                 });
    std::copy_if(names.begin(), names.end(), std::back_inserter(ordered),
                 [&identifies](const std::string& name) {
                     return std::find(identifies.begin(), identifies.end(), name) == identifies.end();
                 });
    if (ordered.size() > mostArguments) {
        ordered.resize(mostArguments);
    }
    return ordered;
}

} // namespace

int LedgerModel::happenedCount() const
{
    return static_cast<int>(cursor().now().ledger.size());
}

int LedgerModel::count() const
{
    return static_cast<int>(cursor().whole().ledger.size());
}

const LedgerRow& LedgerModel::at(int row) const
{
    const auto place = static_cast<std::size_t>(row);
    return isFuture(row) ? cursor().whole().ledger[place] : cursor().now().ledger[place];
}

QStringList LedgerModel::columns() const
{
    m_arguments = commonArguments(*trace().scenario);
    QStringList all{tr("effect"), tr("action")};
    for (const std::string& argument : m_arguments) {
        all << QString::fromStdString(argument);
    }
    if (m_arguments.empty()) {
        all << tr("arguments");
    }
    return all << tr("key") << tr("when");
}

int LedgerModel::keyColumn() const
{
    return FirstArgument + std::max(1, static_cast<int>(m_arguments.size()));
}

QString LedgerModel::text(int row, int column) const
{
    const LedgerRow& effect = at(row);
    if (column == EffectColumn) {
        const QString name = QString::fromStdString(effectName(trace(), effect));
        return effect.duplicate ? tr("◆ %1 duplicate").arg(name) : tr("◆ %1").arg(name);
    }
    if (column == Action) {
        return actionName(effect.action);
    }
    if (column == keyColumn()) {
        return QString::fromStdString(keyText(trace(), effect.key));
    }
    if (column == keyColumn() + 1) {
        return words::moment(effect.at);
    }
    if (effect.args < 0) {
        return QStringLiteral("—");
    }
    const nlohmann::json& args = trace().argSets[static_cast<std::size_t>(effect.args)];
    if (m_arguments.empty()) {
        QStringList parts;
        for (const auto& [name, value] : args.items()) {
            parts << tr("%1 %2").arg(QString::fromStdString(name), words::plain(value));
        }
        return parts.join(tr(", "));
    }
    const auto found = args.find(m_arguments[static_cast<std::size_t>(column - FirstArgument)]);
    return found == args.end() ? QStringLiteral("—") : words::plain(*found);
}

Tone LedgerModel::tone(int row, int column) const
{
    if (column == EffectColumn) {
        return at(row).duplicate ? Tone::Duplicate : Tone::Effect;
    }
    return column == keyColumn() && at(row).key < 0 ? Tone::Muted : Tone::Plain;
}

int LedgerModel::call(int row) const
{
    return at(row).call;
}

Micros LedgerModel::moment(int row) const
{
    return at(row).at;
}

QString LedgerModel::explanation(int row, int column) const
{
    if (column != EffectColumn) {
        return {};
    }
    const LedgerRow& effect = at(row);
    if (effect.duplicate) {
        return effect.awaited
            ? tr("Not the first effect of its action: a duplicate.")
            : tr("Not the first effect of its action, and nobody was waiting for it any more.");
    }
    return effect.awaited ? tr("The first effect of its action.")
                          : tr("The first effect of its action; nobody was waiting for it any more.");
}

} // namespace idem
