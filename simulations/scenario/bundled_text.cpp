#include "simulations/scenario/bundled_text.h"

#include <QFile>
#include <QtGlobal>

// A linker drops resources of a static library that nobody names. The macro has to stand outside any namespace.
static void nameResources()
{
    Q_INIT_RESOURCE(simulations);
}

namespace idem {

std::optional<std::string> bundledText(std::string_view name)
{
    static const bool named = (nameResources(), true);
    QFile file(QStringLiteral(":/idemscope/")
               + QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    if (!named || !file.open(QIODevice::ReadOnly)) {
        return std::nullopt;
    }
    return file.readAll().toStdString();
}

} // namespace idem
