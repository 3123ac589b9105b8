#include "ui/simulate/choice_field.h"

#include "ui/simulate/quiet_combo.h"

#include <QHBoxLayout>
#include <QLabel>

namespace idem {

ChoiceField::ChoiceField(const QString& label, const QString& toolTip, QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(label, this))
    , m_box(new QuietCombo(this))
{
    // All boxes of the panel are as wide as each other, however long what they hold.
    m_box->setFixedWidth(m_box->fontMetrics().averageCharWidth() * 18);
    m_box->setAccessibleName(label);
    m_box->setToolTip(toolTip);
    m_label->setToolTip(toolTip);
    m_label->setBuddy(m_box);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_label);
    layout->addStretch(1);
    layout->addWidget(m_box);
    connect(m_box, &QComboBox::activated, this, [this] { Q_EMIT chosen(current()); });
}

void ChoiceField::addChoice(const QString& value, const QString& word, const QString& sentence)
{
    m_box->addItem(word, value);
    m_box->setItemData(m_box->count() - 1, sentence, Qt::ToolTipRole);
}

void ChoiceField::clearChoices()
{
    m_box->clear();
}

void ChoiceField::setCurrent(const QString& value)
{
    int index = m_box->findData(value);
    if (index < 0) {
        addChoice(value, value);
        index = m_box->count() - 1;
    }
    m_box->setCurrentIndex(index);
}

QString ChoiceField::current() const
{
    return m_box->currentData().toString();
}

} // namespace idem
