#include <gtest/gtest.h>
#include <QCoreApplication>

// Qt SQL needs an application object; without it no driver is found.
int main(int argc, char** argv)
{
    ::testing::InitGoogleTest(&argc, argv);
    const QCoreApplication application(argc, argv);
    return RUN_ALL_TESTS();
}
