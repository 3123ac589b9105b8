#include "ui/shell/about_sheet.h"

#include <algorithm>
#include <QCoreApplication>
#include <QFrame>
#include <QLabel>
#include <QVBoxLayout>

namespace idem {

AboutSheet::AboutSheet(QWidget* window)
    : Sheet(tr("About Idemscope"), window)
{
    auto* title = new QLabel(tr("Idemscope"), card());
    QFont bold = title->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.4);
    title->setFont(bold);
    content()->addWidget(title);
    const QString version = QCoreApplication::applicationVersion();
    auto* text = new QLabel(card());
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    text->setText(
        tr("Shows how an action that the outside world feels is done twice because something retried it, and "
           "which designs hold.\n\nVersion %1, Qt %2.\n\nEsc closes this.")
            .arg(version.isEmpty() ? tr("unknown") : version, QString::fromLatin1(qVersion())));
    content()->addWidget(text, 1);
}

QSize AboutSheet::cardSize(const QSize& window) const
{
    return {std::min(window.width() - 40, fontMetrics().averageCharWidth() * 64), fontMetrics().height() * 12};
}

} // namespace idem
