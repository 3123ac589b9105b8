#include "core/reservation/reservation.h"

#include <gtest/gtest.h>

namespace idem {
namespace {

using namespace std::chrono_literals;

const TimePoint start{1'800'000'000'000ms};

ReserveRequest request()
{
    return {
        .key = "invoice:acme:2026-10", .fingerprint = {}, .holder = "worker 1", .lease = 30s, .retention = 24h};
}

TEST(Reservation, StandsOverLeaseAndRetentionFromTheirVeryMoment)
{
    const Reservation record = created(request(), start);
    EXPECT_FALSE(standing(record, start + 30s - 1ms).leaseOver);
    EXPECT_TRUE(standing(record, start + 30s).leaseOver);
    EXPECT_FALSE(standing(record, start + 24h - 1ms).pastRetention);
    EXPECT_TRUE(standing(record, start + 24h).pastRetention);
    EXPECT_EQ(standing(record, start).state, State::Processing);
}

TEST(Reservation, CountsAttemptsAndForgetsTheOldAnswerWhenReservedAgain)
{
    Reservation first = created(request(), start);
    first.token = 9;
    first = finished(first, Outcome::FailedBefore, "no connection", start + 1s);
    EXPECT_EQ(first.answer, "no connection");
    ReserveRequest second = request();
    second.holder = "worker 2";
    const Reservation again = reservedAgain(first, second, start + 2s);
    EXPECT_EQ(again.attempt, 2U);
    EXPECT_EQ(again.answer, std::nullopt);
    EXPECT_EQ(again.holder, "worker 2");
    EXPECT_EQ(again.reservedAt, start + 2s);
    EXPECT_EQ(again.leaseUntil, start + 32s);
    EXPECT_EQ(again.state, State::Processing);
}

TEST(Reservation, IsKeptForItsRetentionAfterTheLastChange)
{
    const Reservation record = created(request(), start);
    EXPECT_EQ(finished(record, Outcome::Done, "ok", start + 10s).keepUntil, start + 10s + 24h);
    EXPECT_EQ(settled(record, Probe::Happened, "ok", start + 1h).keepUntil, start + 1h + 24h);
    EXPECT_EQ(renewed(record, 30s, start + 10s).keepUntil, start + 10s + 24h);
}

TEST(Reservation, IsNeverDroppedBeforeItsRenewedLeaseIsOver)
{
    const Reservation record = created(request(), start);
    const Reservation longer = renewed(record, 48h, start);
    EXPECT_EQ(longer.leaseUntil, start + 48h);
    EXPECT_GE(longer.keepUntil, longer.leaseUntil);
}

TEST(Reservation, IsNotShortenedByALateHeartbeat)
{
    const Reservation record = created(request(), start);
    EXPECT_EQ(renewed(record, 1s, start + 1s).leaseUntil, start + 30s);
}

TEST(Reservation, KeepsWhatWasAnsweredWhenALookUpCannotTell)
{
    Reservation record = created(request(), start);
    record = finished(record, Outcome::Unknown, "connection lost after sending", start + 2s);
    EXPECT_EQ(settled(record, Probe::CannotTell, std::nullopt, start + 3s).answer,
              "connection lost after sending");
}

TEST(CheckKey, RefusesKeysThatSomeSystemWouldChange)
{
    EXPECT_TRUE(checkKey("")->cause.starts_with("the key is empty"));
    EXPECT_TRUE(checkKey(std::string(256, 'k'))->cause.starts_with("the key has 256 bytes"));
    EXPECT_TRUE(checkKey("invoice:\xff")->cause.starts_with("the key is not valid UTF-8"));
    EXPECT_TRUE(checkKey(std::string("a\0b", 3))->cause.starts_with("the key has a NUL"));
    EXPECT_EQ(checkKey(std::string(255, 'k')), std::nullopt);
    EXPECT_EQ(checkKey("invoice:\U0001F9FE'\";--"), std::nullopt);
}

TEST(CheckRequest, RefusesTimesThatCannotBe)
{
    const auto with = [](Milliseconds lease, Milliseconds retention) {
        ReserveRequest out = request();
        out.lease = lease;
        out.retention = retention;
        return checkRequest(out);
    };
    EXPECT_EQ(with(1ms, 1ms), std::nullopt);
    EXPECT_EQ(with(0ms, 1h)->place, "lease");
    EXPECT_EQ(with(-1ms, 1h)->place, "lease");
    EXPECT_EQ(with(Milliseconds::max(), Milliseconds::max())->place, "lease");
    EXPECT_EQ(with(1h, 59min)->place, "retention");
    EXPECT_EQ(with(1h, Milliseconds::max())->place, "retention");
}

TEST(CheckRequest, RefusesAHolderThatIsNoText)
{
    ReserveRequest bad = request();
    bad.holder = "worker \xc3";
    EXPECT_EQ(checkRequest(bad)->place, "holder");
    bad.holder = std::string("a\0b", 3);
    EXPECT_EQ(checkRequest(bad)->place, "holder");
}

} // namespace
} // namespace idem
