#pragma once

#include "ui/theme/tokens.h"

#include <QLabel>

namespace idem {

/// A plain text label in a colour of the theme that stays right when the theme changes. Owned by its parent;
/// GUI thread.
class ToneLabel : public QLabel
{
    Q_OBJECT

public:
    explicit ToneLabel(Token token, QWidget* parent = nullptr);

    void setToken(Token token);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Token m_token;
};

} // namespace idem
