#pragma once

#include <QAbstractButton>

namespace idem {

/// A page in the rail at the left: sign above its name, marked with a bar while it is shown. Owned by the main
/// window; GUI thread.
class RailButton : public QAbstractButton
{
    Q_OBJECT

public:
    RailButton(const QString& sign, const QString& name, QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_sign;
};

} // namespace idem
