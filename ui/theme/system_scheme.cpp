#include "ui/theme/system_scheme.h"

#include "ui/theme/tokens.h"

#include <QApplication>
#include <QEvent>
#include <QTimer>

#ifdef QT_DBUS_LIB
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#endif

namespace idem {

namespace {

#ifdef QT_DBUS_LIB
const auto portalService = QStringLiteral("org.freedesktop.portal.Desktop");
const auto portalPath = QStringLiteral("/org/freedesktop/portal/desktop");
const auto portalSettings = QStringLiteral("org.freedesktop.portal.Settings");
const auto appearance = QStringLiteral("org.freedesktop.appearance");
const auto colorScheme = QStringLiteral("color-scheme");

// 0: no preference, 1: dark, 2: light. An old portal wraps the value twice.
QVariant unwrapped(QVariant value)
{
    while (value.canConvert<QDBusVariant>()) {
        value = value.value<QDBusVariant>().variant();
    }
    return value;
}
#endif

} // namespace

SystemScheme::SystemScheme(QApplication& app)
    : QObject(&app)
    , m_app(app)
    , m_dark(platformIsDark())
{
    app.installEventFilter(this);
    askPortal();
}

bool SystemScheme::platformIsDark()
{
    // An empty palette hands the application back to its platform theme for a moment; the caller dresses it
    // again.
    m_reading = true;
    m_app.setPalette(QPalette());
    const bool dark = Colours::of(m_app.palette()).isDark();
    m_reading = false;
    return dark;
}

bool SystemScheme::eventFilter(QObject* watched, QEvent* event)
{
    // Each window gets one; the palette is read once, after the last of them.
    if (event->type() == QEvent::ThemeChange && !m_portal && !m_reading && !m_queued) {
        m_queued = true;
        QTimer::singleShot(0, this, [this] {
            m_queued = false;
            m_dark = platformIsDark();
            Q_EMIT changed(m_dark);
        });
    }
    return QObject::eventFilter(watched, event);
}

void SystemScheme::update(bool dark)
{
    if (dark != m_dark) {
        m_dark = dark;
        Q_EMIT changed(dark);
    }
}

#ifdef QT_DBUS_LIB
void SystemScheme::askPortal()
{
    auto bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    bus.connect(portalService, portalPath, portalSettings, QStringLiteral("SettingChanged"), this,
                SLOT(portalChanged(QString, QString, QDBusVariant)));
    auto ask
        = QDBusMessage::createMethodCall(portalService, portalPath, portalSettings, QStringLiteral("Read"));
    ask << appearance << colorScheme;
    // Never waited for: a bus that does not answer must not hold up the start.
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(ask, 3000), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* finished) {
        const QDBusPendingReply<QDBusVariant> reply = *finished;
        if (!reply.isError()) {
            portalChanged(appearance, colorScheme, reply.value());
        }
        finished->deleteLater();
    });
}

void SystemScheme::portalChanged(const QString& group, const QString& key, const QDBusVariant& value)
{
    if (group != appearance || key != colorScheme) {
        return;
    }
    const uint scheme = unwrapped(value.variant()).toUInt();
    m_portal = scheme != 0;
    update(m_portal ? scheme == 1 : m_dark);
}
#else
void SystemScheme::askPortal() { }
#endif

} // namespace idem
