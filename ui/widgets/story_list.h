#pragma once

#include "simulations/run/explanation.h"

#include <QAbstractScrollArea>
#include <QRect>
#include <QString>
#include <vector>

namespace idem {

/// The story of a run, line by line with times; a click or Enter goes to the moment. Owned by its parent; GUI
/// thread.
class StoryList : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit StoryList(QWidget* parent = nullptr);

    void
    setStory(const std::vector<StoryLine>& story); ///< keeps the current line's number where it still exists
    void setPlayhead(Micros time); ///< highlights the last line that has happened, dims those to come
    void setEmptyText(const QString& text); ///< shown while there is no line

    int count() const { return static_cast<int>(m_story.size()); }
    int current() const { return m_current; } ///< the line that the keyboard is on, -1: none
    int lineAtPlayhead() const { return m_atPlayhead; }
    QRect lineRect(int line) const; ///< in the viewport

    QSize sizeHint() const override;

Q_SIGNALS:
    void lineActivated(int line);

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Place
    {
        int top = 0;
        int height = 0;
        int meaningTop = 0; ///< from the line's top
    };

    void relayout();
    void setCurrent(int line);
    void reveal(int line);
    int lineAt(int y) const;
    int chipWidth() const;

    std::vector<StoryLine> m_story;
    std::vector<Place> m_places;
    QString m_emptyText;
    Micros m_playhead = never;
    int m_contentHeight = 0;
    int m_current = -1;
    int m_hovered = -1;
    int m_atPlayhead = -1;
};

} // namespace idem
