#include "ui/simulate/verdict_change.h"

#include "ui/models/words.h"

#include <QCoreApplication>
#include <QStringList>

namespace idem {

namespace {

struct VerdictChange
{
    Q_DECLARE_TR_FUNCTIONS(VerdictChange)
};

} // namespace

QString verdictChange(const Verdict& before, const Verdict& after)
{
    QStringList parts;
    if (before.effects != after.effects) {
        parts << VerdictChange::tr("effects %1 → %2").arg(before.effects).arg(after.effects);
    }
    if (before.lost != after.lost) {
        parts << VerdictChange::tr("lost %1 → %2").arg(before.lost).arg(after.lost);
    }
    if (before.told != after.told) {
        parts
            << VerdictChange::tr("told %1 → %2").arg(words::toldName(before.told), words::toldName(after.told));
    }
    if (parts.isEmpty() && before.providerCalls != after.providerCalls) {
        parts << VerdictChange::tr("provider calls %1 → %2").arg(before.providerCalls).arg(after.providerCalls);
    }
    return parts.isEmpty() ? VerdictChange::tr("no change") : parts.join(VerdictChange::tr(", "));
}

} // namespace idem
