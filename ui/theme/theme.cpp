#include "ui/theme/theme.h"

#include "ui/theme/system_scheme.h"
#include "ui/theme/tokens.h"

#include <QApplication>
#include <QIcon>
#include <QStyle>
#include <QStyleFactory>
#include <QToolTip>

namespace idem {

namespace {

void dress(QApplication& app, bool dark)
{
    const Colours colours = dark ? Colours::dark() : Colours::light();
    const QPalette palette = colours.palette();
    app.setPalette(palette);
    QToolTip::setPalette(palette); // it keeps one of its own
    applyIconTheme(dark);
}

} // namespace

void applyScheme(QApplication& app, Scheme scheme)
{
    if (app.style()->name().compare(QLatin1String("fusion"), Qt::CaseInsensitive) != 0) {
        app.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    }

    const auto name = QStringLiteral("idemSystemScheme");
    auto* system = app.findChild<SystemScheme*>(name, Qt::FindDirectChildrenOnly);
    if (scheme != Scheme::System) {
        delete system;
        dress(app, scheme == Scheme::Dark);
        return;
    }
    if (system == nullptr) {
        system = new SystemScheme(app);
        system->setObjectName(name);
        QObject::connect(system, &SystemScheme::changed, system, [&app](bool dark) { dress(app, dark); });
    }
    dress(app, system->isDark());
}

void applyIconTheme(bool dark)
{
    // Unix desktops search here anyway; the offscreen platform does not.
    const auto folder = QStringLiteral("/usr/share/icons");
    QStringList folders = QIcon::themeSearchPaths();
    if (!folders.contains(folder)) {
        folders.append(folder);
        QIcon::setThemeSearchPaths(folders);
    }
    const QString current = QIcon::themeName();
    const bool ours = current.isEmpty() || current == QLatin1String("hicolor")
        || current.startsWith(QLatin1String("breeze"), Qt::CaseInsensitive);
    if (ours) {
        QIcon::setThemeName(dark ? QStringLiteral("breeze-dark") : QStringLiteral("breeze"));
    } else {
        QIcon::setFallbackThemeName(dark ? QStringLiteral("breeze-dark") : QStringLiteral("breeze"));
    }
}

} // namespace idem
