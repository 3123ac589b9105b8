#include "ui/simulate/parameter_row.h"

#include "ui/simulate/reset_button.h"
#include "ui/theme/tokens.h"

#include <QHBoxLayout>
#include <QPainter>

namespace idem {

ParameterRow::ParameterRow(const QString& name, QWidget* control, QWidget* parent)
    : QWidget(parent)
    , m_name(name)
    , m_reset(new ResetButton(this))
{
    QSizePolicy kept = m_reset->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(kept);
    m_reset->hide();
    connect(m_reset, &ResetButton::clicked, this, &ParameterRow::resetRequested);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_reset, 0, Qt::AlignTop);
    layout->addWidget(control, 1);
}

void ParameterRow::setChanged(bool changed, const QString& fileSays)
{
    m_marked = changed;
    m_reset->setVisible(changed);
    const QString sentence = tr("The file says %1. Put it back.").arg(fileSays);
    m_reset->setToolTip(sentence);
    m_reset->setAccessibleName(tr("Reset %1").arg(m_name));
    m_reset->setAccessibleDescription(sentence);
    update();
}

void ParameterRow::paintEvent(QPaintEvent* /*event*/)
{
    if (m_marked) {
        QPainter painter(this);
        painter.fillRect(QRect(0, 2, 3, height() - 4), Colours::of(palette())[Token::Accent]);
    }
}

} // namespace idem
