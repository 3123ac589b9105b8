#include "ui/simulate/verdict_change.h"

#include "ui/models/words.h"

#include <QCoreApplication>
#include <QStringList>

namespace idem {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("VerdictChange", text);
}

} // namespace

QString verdictChange(const Verdict& before, const Verdict& after)
{
    QStringList parts;
    if (before.effects != after.effects) {
        parts << tr("effects %1 → %2").arg(before.effects).arg(after.effects);
    }
    if (before.lost != after.lost) {
        parts << tr("lost %1 → %2").arg(before.lost).arg(after.lost);
    }
    if (before.told != after.told) {
        parts << tr("told %1 → %2").arg(words::toldName(before.told), words::toldName(after.told));
    }
    if (parts.isEmpty() && before.providerCalls != after.providerCalls) {
        parts << tr("provider calls %1 → %2").arg(before.providerCalls).arg(after.providerCalls);
    }
    return parts.isEmpty() ? tr("no change") : parts.join(tr(", "));
}

} // namespace idem
