#include "ui/models/parameter_defaults.h"

#include "simulations/scenario/duration.h"
#include "simulations/scenario/scenario.h"

#include <QStringList>

namespace idem {

namespace {

nlohmann::ordered_json toolDefault(const QString& member)
{
    const ToolSpec tool;
    if (member == QLatin1String("timeout")) {
        return durationSpelling(tool.timeout);
    }
    if (member == QLatin1String("runs_as")) {
        return tool.runsAs == RunsAs::Thread ? "thread" : "async";
    }
    if (member == QLatin1String("key")) {
        return std::string(name(tool.keyKind));
    }
    if (member == QLatin1String("guard")) {
        return std::string(name(tool.guard));
    }
    if (member == QLatin1String("lease")) {
        return durationSpelling(tool.lease);
    }
    if (member == QLatin1String("on_expired")) {
        return std::string(name(tool.onExpired));
    }
    return nullptr;
}

nlohmann::ordered_json providerDefault(const QString& member)
{
    const ProviderSpec provider;
    if (member == QLatin1String("latency")) {
        return durationSpelling(provider.latency.shortest());
    }
    if (member == QLatin1String("keeps_keys")) {
        return durationSpelling(provider.keepsKeys);
    }
    if (member == QLatin1String("accepts_keys")) {
        return provider.acceptsKeys;
    }
    if (member == QLatin1String("status_lookup")) {
        return provider.statusLookup;
    }
    return nullptr;
}

nlohmann::ordered_json layerDefault(const QString& path)
{
    if (path == QLatin1String("layers.user.sends_again")) {
        return UserSpec().sends.times;
    }
    if (path == QLatin1String("layers.webhook.redelivers")) {
        return WebhookSpec().redelivers.times;
    }
    if (path == QLatin1String("layers.runtime.retries")) {
        return RuntimeSpec().retries.times;
    }
    if (path == QLatin1String("layers.model.calls_again")) {
        return ModelSpec().callsAgain;
    }
    if (path == QLatin1String("layers.tool.tries_again")) {
        return WrapperSpec().tries.times;
    }
    if (path == QLatin1String("layers.sdk.resends")) {
        return SdkSpec().resends.times;
    }
    return nullptr;
}

std::optional<Micros> asDuration(const nlohmann::ordered_json& value)
{
    return value.is_string() ? parseDuration(value.get_ref<const std::string&>()) : std::nullopt;
}

} // namespace

nlohmann::ordered_json defaultValue(const QString& path)
{
    const QStringList parts = path.split(QLatin1Char('.'));
    if (parts.size() == 3 && parts.first() == QLatin1String("tools")) {
        return toolDefault(parts.last());
    }
    if (parts.size() == 2 && parts.first() == QLatin1String("provider")) {
        return providerDefault(parts.last());
    }
    if (path == QLatin1String("seed")) {
        return Scenario().seed;
    }
    return layerDefault(path);
}

bool sameValue(const nlohmann::ordered_json& left, const nlohmann::ordered_json& right)
{
    const std::optional<Micros> leftDuration = asDuration(left);
    return (leftDuration && leftDuration == asDuration(right)) || left == right;
}

} // namespace idem
