#include "core/reservation/vendor_policies.h"

#include <algorithm>

namespace idem {

namespace {

using namespace std::chrono_literals;

// No key store but ours asks somebody else what happened. One without a lease makes repeats wait until the
// record goes, and then it goes whatever became of the first request.
constexpr Policy withoutLease{.onExpired = OnExpired::KeepWaiting, .dropsUnsettled = true};

Policy stripeV1()
{
    Policy out = withoutLease;
    out.comparesWhileRunning = false;
    return out;
}

Policy stripeV2()
{
    Policy out = stripeV1();
    out.onFailureForGood = OnFailure::StartAgain; // what failed is tried again, not replayed
    return out;
}

Policy silentReplay()
{
    Policy out = withoutLease;
    out.comparesParameters = false;
    return out;
}

// The queue takes the message at once; what a consumer does with it later never frees the id.
Policy shortWindow()
{
    Policy out = silentReplay();
    out.onRunning = OnRunning::Replay;
    return out;
}

std::vector<VendorPolicy> makePolicies()
{
    return {
        {.name = "ours",
         .title = "Idemscope",
         .source = "DESIGN.md, section 3",
         .policy = {},
         .retention = std::chrono::days(7), // dead letters come back after days
         .lease = 5min, // far longer than a request can be under way
         .windowFromFirst = false,
         .http = {.missingKey = 400, .inProgress = 409, .conflict = 422, .replayHeader = "Idempotent-Replayed"},
         .unsure = {}},
        {.name = "stripe-v1",
         .title = "Stripe API v1",
         .source = "https://docs.stripe.com/api/idempotent_requests",
         .policy = stripeV1(),
         .retention = 24h,
         .lease = std::nullopt,
         .windowFromFirst = true,
         .http = {.missingKey = std::nullopt,
                  .inProgress = 409,
                  .conflict = 400,
                  .replayHeader = "Idempotent-Replayed"},
         .unsure = "24 h is the least age at which a key may go. Not published: what becomes of a request that "
                   "never ends, and whether parameters are compared while the first is at work"},
        {.name = "stripe-v2",
         .title = "Stripe API v2",
         .source = "https://docs.stripe.com/api-v2-overview#idempotency",
         .policy = stripeV2(),
         .retention = std::chrono::days(30),
         .lease = std::nullopt,
         .windowFromFirst = true,
         .http = {.missingKey = std::nullopt, .inProgress = 409, .conflict = 400, .replayHeader = {}},
         .unsure
         = "The statuses and the comparison of parameters are taken over from v1; a retry finishes what "
           "is missing instead of doing all of it again"},
        {.name = "ietf-draft",
         .title = "IETF draft: the Idempotency-Key header",
         .source = "https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/",
         .policy = withoutLease,
         .retention = 24h,
         .lease = std::nullopt,
         .windowFromFirst = true,
         .http = {.missingKey = 400, .inProgress = 409, .conflict = 422, .replayHeader = {}},
         .unsure = "The draft leaves the retention to the server (24 h here), and says nothing of a request "
                   "that never ends"},
        {.name = "powertools",
         .title = "Powertools for AWS Lambda, idempotency",
         .source = "https://docs.powertools.aws.dev/lambda/python/latest/utilities/idempotency/",
         .policy = {.onExpired = OnExpired::TakeOver,
                    .onFailureForGood = OnFailure::StartAgain, // any exception deletes the record
                    .comparesParameters = false,
                    .dropsUnsettled = true},
         .retention = 1h,
         .lease = 15min,
         .windowFromFirst = false,
         .http = {},
         .unsure = "The lease is what is left of the invocation; 15 min is the most that Lambda gives. Without "
                   "a registered context there is none, and repeats wait for the hour. Parameters are compared "
                   "only where payload validation is turned on"},
        {.name = "rocket-rides",
         .title = "Rocket Rides Atomic",
         .source = "https://github.com/brandur/rocket-rides-atomic",
         .policy = {.onExpired = OnExpired::TakeOver, .dropsUnsettled = true},
         .retention = 72h,
         .lease = 90s,
         .windowFromFirst = true,
         .http = {.missingKey = 400, .inProgress = 409, .conflict = 409, .replayHeader = {}},
         .unsure = "Who takes over goes on at the last recovery point, so only the step under way is done "
                   "again. Parameters are compared there also after the lock ran out and after a failure; here "
                   "they are not"},
        {.name = "silent-replay",
         .title = "A provider that replays silently (Worldline Direct)",
         .source = "https://docs.direct.worldline-solutions.com/integration/api-developer-guide/"
                   "idempotent-requests",
         .policy = silentReplay(),
         .retention = 24h,
         .lease = std::nullopt,
         .windowFromFirst = true,
         .http = {.missingKey = std::nullopt,
                  .inProgress = 409,
                  .conflict = std::nullopt,
                  .replayHeader = "X-GCS-Idempotence-Request-Timestamp"},
         .unsure = "24 h is the least; the header comes with every later answer, also with that in progress. "
                   "Not published: what becomes of a request that never ends"},
        {.name = "sqs-fifo",
         .title = "Amazon SQS FIFO: deduplication id",
         .source = "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/"
                   "using-messagededuplicationid-property.html",
         .policy = shortWindow(),
         .retention = 5min,
         .lease = std::nullopt,
         .windowFromFirst = true,
         .http = {},
         .unsure = "That a repeat does not lengthen the window is how the text reads; it does not say so"},
        {.name = "nats-jetstream",
         .title = "NATS JetStream: Nats-Msg-Id",
         .source = "https://github.com/nats-io/nats-server/blob/main/server/stream.go",
         .policy = shortWindow(),
         .retention = 2min,
         .lease = std::nullopt,
         .windowFromFirst = true,
         .http = {},
         .unsure = "2 min is the default of a stream and can be set"},
    };
}

} // namespace

const std::vector<VendorPolicy>& vendorPolicies()
{
    static const std::vector<VendorPolicy> all = makePolicies();
    return all;
}

const VendorPolicy* vendorPolicy(std::string_view name)
{
    const auto& all = vendorPolicies();
    const auto found
        = std::find_if(all.begin(), all.end(), [name](const VendorPolicy& one) { return one.name == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace idem
