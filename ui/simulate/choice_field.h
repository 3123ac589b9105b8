#pragma once

#include <QStringList>
#include <QWidget>

class QComboBox;
class QLabel;

namespace idem {

/// A named choice of the parameter panel: label at the left, the values in a combo box. Owned by its panel; GUI
/// thread.
class ChoiceField : public QWidget
{
    Q_OBJECT

public:
    explicit ChoiceField(const QString& label, const QString& toolTip, QWidget* parent = nullptr);

    /// `value` is what the file calls it, `word` what people read; `sentence` explains it on hovering.
    void addChoice(const QString& value, const QString& word, const QString& sentence = {});
    void clearChoices();
    /// No signal. A value that is not among the choices becomes one.
    void setCurrent(const QString& value);
    QString current() const;
    QComboBox* box() const { return m_box; }

Q_SIGNALS:
    void chosen(const QString& value); ///< by a person

private:
    QLabel* m_label = nullptr;
    QComboBox* m_box = nullptr;
};

} // namespace idem
