#pragma once

#include "simulations/run/verdict.h"

#include <optional>
#include <QWidget>

namespace idem {

/// Says in one line whether a run was safe: sign, word and sentence. Owned by its parent; GUI thread.
class VerdictBar : public QWidget
{
    Q_OBJECT
public:
    explicit VerdictBar(QWidget* parent = nullptr);

    void setVerdict(const Verdict& verdict);
    void clear(); ///< nothing was run yet

    /// What changed by the last change of a parameter ("effects 3 → 1"), shown at the right; empty hides it.
    void setChange(const QString& text);

    QString text() const; ///< what is on screen, for people who can't see it

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QString word() const;
    QRect sentenceRect(int width) const;
    void announce();

    std::optional<Verdict> m_verdict;
    QString m_sentence;
    QString m_change;
};

} // namespace idem
