//! The goals of one action and their states, as defined by `actionlib`.

use std::time::{Duration, Instant};

use morse_ros::messages::actionlib_msgs::{GoalID, GoalStatus};
use morse_sim::transport::request::RequestId;

/// Time for which the status list includes a goal that has ended.
const ENDED_SHOWN: Duration = Duration::from_secs(5);

/// Maximum number of goals in the list; further goals are rejected.
const GOALS_MAX: usize = 1000;

/// A goal, or the cancellation of a goal that has not arrived yet.
struct Entry {
    status: GoalStatus,
    request: Option<RequestId>,
    ended: Option<Instant>,
}

/// The goals of one action.
#[derive(Default)]
pub(super) struct Goals {
    entries: Vec<Entry>,
}

/// The outcome of the arrival of a goal.
#[derive(Debug, PartialEq)]
pub(super) enum Arrival {
    /// The goal is new and pending.
    New,
    /// The goal is a duplicate.
    Known,
    /// The goal was cancelled before it arrived; with its final status.
    Recalled(GoalStatus),
    /// The goal is rejected, because there are too many; with its final status.
    Refused(GoalStatus),
}

fn is_terminal(status: u8) -> bool {
    matches!(
        status,
        GoalStatus::PREEMPTED
            | GoalStatus::SUCCEEDED
            | GoalStatus::ABORTED
            | GoalStatus::REJECTED
            | GoalStatus::RECALLED
            | GoalStatus::LOST
    )
}

fn status_of(goal_id: &GoalID, status: u8, text: &str) -> GoalStatus {
    GoalStatus { goal_id: goal_id.clone(), status, text: text.to_owned() }
}

impl Goals {
    fn find(&mut self, id: &str) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.status.goal_id.id == id)
    }

    /// Adds a goal that has arrived.
    pub(super) fn arrive(&mut self, goal_id: &GoalID, now: Instant) -> Arrival {
        self.remove_old(now);
        if let Some(entry) = self.find(&goal_id.id) {
            if entry.status.status != GoalStatus::RECALLING {
                return Arrival::Known;
            }
            let text = "the goal was cancelled before it arrived";
            entry.status = status_of(goal_id, GoalStatus::RECALLED, text);
            entry.ended = Some(now);
            return Arrival::Recalled(entry.status.clone());
        }
        if self.entries.len() >= GOALS_MAX {
            return Arrival::Refused(status_of(goal_id, GoalStatus::REJECTED, "there are too many goals"));
        }
        let status = status_of(goal_id, GoalStatus::PENDING, "");
        self.entries.push(Entry { status, request: None, ended: None });
        Arrival::New
    }

    /// Marks a goal as passed to the engine. Returns whether the goal was cancelled meanwhile; the caller must then cancel
    /// the request.
    pub(super) fn begin(&mut self, id: &str, request: RequestId) -> bool {
        let Some(entry) = self.find(id) else { return false };
        entry.request = Some(request);
        match entry.status.status {
            GoalStatus::PENDING => {
                entry.status.status = GoalStatus::ACTIVE;
                false
            }
            GoalStatus::RECALLING => {
                entry.status.status = GoalStatus::PREEMPTING;
                true
            }
            _ => false,
        }
    }

    /// Ends a goal and returns its status; `None` if the goal is unknown or has already ended.
    pub(super) fn end(&mut self, id: &str, status: u8, text: &str, now: Instant) -> Option<GoalStatus> {
        let entry = self.find(id).filter(|entry| !is_terminal(entry.status.status))?;
        entry.status.status = status;
        entry.status.text = text.to_owned();
        entry.ended = Some(now);
        Some(entry.status.clone())
    }

    /// Cancels the goal with the id, and all goals up to the time stamp; all goals if both are empty. Returns the requests
    /// to cancel. If no goal has the id, the goal is recalled when it arrives.
    pub(super) fn cancel(&mut self, cancel: &GoalID, now: Instant) -> Vec<RequestId> {
        self.remove_old(now);
        let until_ns = cancel.stamp.as_ns();
        let all = cancel.id.is_empty() && until_ns == 0;
        let mut requests = Vec::new();
        let mut known = cancel.id.is_empty();
        for entry in &mut self.entries {
            let goal = &entry.status.goal_id;
            let named = !cancel.id.is_empty() && goal.id == cancel.id;
            let early = until_ns != 0 && goal.stamp.as_ns() <= until_ns;
            known |= named;
            if !(all || named || early) {
                continue;
            }
            match entry.status.status {
                GoalStatus::PENDING => entry.status.status = GoalStatus::RECALLING,
                GoalStatus::ACTIVE => {
                    entry.status.status = GoalStatus::PREEMPTING;
                    requests.extend(entry.request);
                }
                _ => {}
            }
        }
        if !known && self.entries.len() < GOALS_MAX {
            let status = status_of(cancel, GoalStatus::RECALLING, "");
            self.entries.push(Entry { status, request: None, ended: Some(now) });
        }
        requests
    }

    /// The status of all goals, for the topic `status`.
    pub(super) fn statuses(&mut self, now: Instant) -> Vec<GoalStatus> {
        self.remove_old(now);
        self.entries.iter().map(|entry| entry.status.clone()).collect()
    }

    /// Removes goals that ended more than [`ENDED_SHOWN`] ago.
    fn remove_old(&mut self, now: Instant) {
        let is_old = |ended: Instant| now.saturating_duration_since(ended) > ENDED_SHOWN;
        self.entries.retain(|entry| !entry.ended.is_some_and(is_old));
    }
}

#[cfg(test)]
mod tests {
    use morse_ros::Time;

    use super::*;

    fn id(text: &str, sec: i32) -> GoalID {
        GoalID { stamp: Time { sec, nanosec: 0 }, id: text.to_owned() }
    }

    fn states(goals: &mut Goals, now: Instant) -> Vec<u8> {
        goals.statuses(now).iter().map(|status| status.status).collect()
    }

    #[test]
    fn goal_is_pending_then_active_and_ends_once() {
        let (mut goals, now) = (Goals::default(), Instant::now());
        assert_eq!(goals.arrive(&id("a", 1), now), Arrival::New);
        assert_eq!(goals.arrive(&id("a", 1), now), Arrival::Known);
        assert_eq!(states(&mut goals, now), [GoalStatus::PENDING]);
        assert!(!goals.begin("a", RequestId(7)));
        assert_eq!(states(&mut goals, now), [GoalStatus::ACTIVE]);
        let ended = goals.end("a", GoalStatus::SUCCEEDED, "", now).unwrap();
        assert_eq!(ended.status, GoalStatus::SUCCEEDED);
        assert_eq!(goals.end("a", GoalStatus::ABORTED, "", now), None);
        assert_eq!(states(&mut goals, now + ENDED_SHOWN), [GoalStatus::SUCCEEDED]);
        assert!(states(&mut goals, now + 2 * ENDED_SHOWN).is_empty());
    }

    #[test]
    fn goals_are_cancelled_by_id_by_time_or_all() {
        let now = Instant::now();
        let begun = || {
            let mut goals = Goals::default();
            for (number, name) in ["a", "b", "c"].into_iter().enumerate() {
                goals.arrive(&id(name, number as i32 + 1), now);
                goals.begin(name, RequestId(number as u64));
            }
            goals
        };
        assert_eq!(begun().cancel(&id("b", 0), now), [RequestId(1)]);
        assert_eq!(begun().cancel(&id("", 2), now), [RequestId(0), RequestId(1)]);
        assert_eq!(begun().cancel(&id("c", 1), now), [RequestId(0), RequestId(2)]);
        assert_eq!(begun().cancel(&id("", 0), now).len(), 3);
        let mut goals = begun();
        goals.cancel(&id("a", 0), now);
        assert_eq!(goals.cancel(&id("a", 0), now), [], "a second cancel changes nothing");
        assert_eq!(states(&mut goals, now)[0], GoalStatus::PREEMPTING);
    }

    #[test]
    fn cancellation_before_arrival_recalls_the_goal() {
        let (mut goals, now) = (Goals::default(), Instant::now());
        assert!(goals.cancel(&id("a", 0), now).is_empty());
        assert!(matches!(goals.arrive(&id("a", 1), now), Arrival::Recalled(_)));
    }

    #[test]
    fn goal_cancelled_while_pending_is_preempted_when_it_begins() {
        let (mut goals, now) = (Goals::default(), Instant::now());
        goals.arrive(&id("a", 1), now);
        assert!(goals.cancel(&id("a", 0), now).is_empty());
        assert_eq!(states(&mut goals, now), [GoalStatus::RECALLING]);
        assert!(goals.begin("a", RequestId(1)));
        assert_eq!(states(&mut goals, now), [GoalStatus::PREEMPTING]);
    }

    #[test]
    fn goals_beyond_the_limit_are_refused() {
        let (mut goals, now) = (Goals::default(), Instant::now());
        for number in 0..GOALS_MAX {
            assert_eq!(goals.arrive(&id(&number.to_string(), 1), now), Arrival::New);
        }
        assert!(matches!(goals.arrive(&id("more", 1), now), Arrival::Refused(_)));
    }
}
