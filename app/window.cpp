#include "app/commands.h"
#include "ui/shell/action_registry.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QStringList>

namespace idem {

namespace {

bool noDisplay()
{
    return qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
        && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

} // namespace

int openWindow(const WindowCommand& command, int argc, char** argv)
{
    for (const std::string& file : command.files) {
        if (meansBundled(file) && !readBundled(file)) {
            return complain({file, "this is no command, no file and no bundled scenario",
                             "`idemscope --help` lists the commands, `idemscope scenarios` the scenarios"});
        }
    }
    if (noDisplay()) {
        return complain({"", "there is no display to open a window on",
                         "Run a scenario in the terminal with `idemscope run invoice-naive`, or connect with "
                         "`ssh -X`, or use xvfb-run"});
    }
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("idemscope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Idemscope"));
    QApplication::setOrganizationName(QStringLiteral("idemscope"));
    QApplication::setApplicationVersion(QStringLiteral(IDEMSCOPE_VERSION));
    QStringList files;
    for (const std::string& file : command.files) {
        files.append(QString::fromStdString(file));
    }
    MainWindow window(files);
    if (!command.theme.empty()) {
        // For this time only; what the person chose in the menu stays remembered.
        const bool dark = command.theme == "dark";
        window.registry()
            .action(QStringLiteral("view.theme.") + QString::fromStdString(command.theme))
            ->setChecked(true);
        applyScheme(application,
                    dark                           ? Scheme::Dark
                        : command.theme == "light" ? Scheme::Light
                                                   : Scheme::System);
    }
    window.show();
    return QApplication::exec();
}

} // namespace idem
