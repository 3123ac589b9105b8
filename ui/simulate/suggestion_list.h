#pragma once

#include <QListView>

namespace idem {

class SuggestionDelegate;
class SuggestionsModel;

/// The suggestions below each other, as tall as all of them: its column scrolls. "Apply" by mouse, Enter by
/// keyboard. Owned by its panel; GUI thread.
class SuggestionList : public QListView
{
    Q_OBJECT

public:
    /// The model must outlive the list.
    explicit SuggestionList(SuggestionsModel& model, QWidget* parent = nullptr);

    QRect applyRect(int row) const; ///< in the viewport

Q_SIGNALS:
    void applied(int row); ///< by a person

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fit();
    void fitLater();
    int applyAt(const QPoint& point) const;
    void hoverApply(int row);

    SuggestionDelegate* m_delegate = nullptr;
    int m_pressed = -1; ///< the row whose "Apply" the mouse went down on
};

} // namespace idem
