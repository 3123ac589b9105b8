#pragma once

#include <QObject>
#include <QPalette>

class QApplication;
#ifdef QT_DBUS_LIB
class QDBusVariant;
#endif

namespace idem {

/// Knows whether the desktop is dark, now and when it changes. A child of the application; GUI thread.
///
/// Followed, in this order: the color-scheme of org.freedesktop.portal.Settings on the session bus, where Qt
/// DBus is linked and somebody answers (GNOME, KDE and most others do); else the palette of Qt's platform
/// theme, read again at each ThemeChange event (KDE and GTK themes send one). Where there is neither, it is
/// light.
class SystemScheme : public QObject
{
    Q_OBJECT
public:
    explicit SystemScheme(QApplication& app);

    bool isDark() const { return m_dark; }

Q_SIGNALS:
    void changed(bool dark);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

#ifdef QT_DBUS_LIB
private Q_SLOTS:
    void portalChanged(const QString& group, const QString& key, const QDBusVariant& value);
#endif

private:
    void askPortal();
    void update(bool dark);
    bool platformIsDark();

    QApplication& m_app;
    bool m_dark = false;
    bool m_portal = false; ///< the portal has answered: the palette is not asked any more
    bool m_reading = false;
    bool m_queued = false;
};

} // namespace idem
