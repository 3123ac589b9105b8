#include "simulations/scenario/bundled_text.h"

#include <algorithm>
#include <QDirIterator>
#include <QFile>
#include <QtGlobal>

// A linker drops resources of a static library that nobody names. The macro has to stand outside any namespace.
static void nameResources()
{
    Q_INIT_RESOURCE(simulations);
}

namespace idem {

namespace {

/// Where a name lies among the resources.
QString resource(std::string_view name)
{
    static const bool named = (nameResources(), true);
    static_cast<void>(named);
    return QStringLiteral(":/idemscope/") + QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

} // namespace

std::optional<std::string> bundledText(std::string_view name)
{
    QFile file(resource(name));
    if (!file.open(QIODevice::ReadOnly)) {
        return std::nullopt;
    }
    return file.readAll().toStdString();
}

std::vector<std::string> bundledNames(std::string_view folder)
{
    std::vector<std::string> names;
    const qsizetype root = resource("").size();
    for (QDirIterator at(resource(folder), QDir::Files, QDirIterator::Subdirectories); at.hasNext();) {
        names.push_back(at.next().mid(root).toStdString());
    }
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace idem
