#pragma once

#include "ui/theme/tokens.h"

#include <QString>
#include <QWidget>

namespace idem {

/// A big number with its word: the score of a run. Owned by its parent; GUI thread.
class CounterTile : public QWidget
{
    Q_OBJECT
public:
    explicit CounterTile(const QString& word, Token colour, QWidget* parent = nullptr);

    void setValue(int value);
    void setColour(Token colour); ///< a text token, such as DuplicateText
    void setWord(const QString& word);
    int value() const { return m_value; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void announce();

    QString m_word;
    Token m_colour;
    int m_value = 0;
};

} // namespace idem
