#pragma once

#include <string>

namespace idem {

/// A key for an action that has no business identity ("send this reminder now"): `req_` and 26 characters of
/// 0-9 and a-z, without i, l, o and u (128 random bits of the system's generator). Where an order, a customer
/// and a period, or the id of the event that started it name the action, make the key of these.
///
/// Make it once, when the work item is made, and store it with the item before the first try: a request id that
/// is made again on a retry is a new action and protects nothing. Never let the model make one. Thread-safe.
std::string newRequestId();

} // namespace idem
