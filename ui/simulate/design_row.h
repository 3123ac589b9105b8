#pragma once

#include "simulations/run/verdict.h"

#include <optional>
#include <QAbstractButton>

namespace idem {

/// One other design of the file with what it comes to; a click switches to it. Owned by its list; GUI thread.
class DesignRow : public QAbstractButton
{
    Q_OBJECT

public:
    explicit DesignRow(const QString& design, QWidget* parent = nullptr);

    void setVerdict(const Verdict& verdict);
    void setUnfinished(); ///< the run had to be cut off
    QString outcome() const { return m_outcome; }
    bool isSafe() const { return m_safe.value_or(false); }

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString sentence() const;
    QRect textRect(int width) const;
    void announce();

    QString m_outcome;
    std::optional<bool> m_safe;
};

} // namespace idem
