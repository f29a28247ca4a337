//! The goals of an action server: their states, and the clients that wait for their results.

use std::collections::VecDeque;

use morse_ros::Time2;
use morse_sim::transport::request::RequestId;

use crate::actions::messages::{
    CancelGoalRequest, CancelGoalResponse, GetResultResponse, GoalId, GoalInfo, GoalStatus, GoalStatusArray,
    Status,
};
use crate::transport::Responder;

/// Number of goals that are kept after their end.
const REMEMBERED_MAX: usize = 64;

/// The id that stands for all goals.
const NO_GOAL: GoalId = [0; 16];

/// One goal.
pub(super) struct Goal<R> {
    pub(super) info: GoalInfo,
    pub(super) status: Status,
    /// The call of the service that executes the goal.
    pub(super) request: Option<RequestId>,
    result: Option<R>,
    waiting: Vec<Responder<GetResultResponse<R>>>,
}

/// All goals, oldest first.
pub(super) struct Goals<R> {
    goals: VecDeque<Goal<R>>,
}

impl<R> Default for Goals<R> {
    fn default() -> Self {
        Self { goals: VecDeque::new() }
    }
}

impl<R: Clone + Default> Goals<R> {
    /// Adds a goal that is being executed.
    pub(super) fn add(&mut self, goal_id: GoalId, stamp: Time2) {
        let info = GoalInfo { goal_id, stamp };
        let waiting = Vec::new();
        self.goals.push_back(Goal { info, status: Status::Executing, request: None, result: None, waiting });
        while self.goals.len() > REMEMBERED_MAX {
            let Some(oldest) = self.goals.iter().position(|goal| goal.status.is_over()) else { break };
            self.goals.remove(oldest);
        }
    }

    pub(super) fn find(&mut self, id: &GoalId) -> Option<&mut Goal<R>> {
        self.goals.iter_mut().find(|goal| goal.info.goal_id == *id)
    }

    /// The goals that have not ended.
    pub(super) fn active(&mut self) -> impl Iterator<Item = &mut Goal<R>> {
        self.goals.iter_mut().filter(|goal| !goal.status.is_over())
    }

    /// Ends a goal. Returns the callbacks of the clients that wait for its result.
    pub(super) fn end(
        &mut self,
        id: &GoalId,
        status: Status,
        result: R,
    ) -> Vec<Responder<GetResultResponse<R>>> {
        let Some(goal) = self.find(id).filter(|goal| !goal.status.is_over()) else { return Vec::new() };
        goal.status = status;
        goal.result = Some(result);
        std::mem::take(&mut goal.waiting)
    }

    /// Answers with the result of a goal, immediately or at its end.
    pub(super) fn when_over(&mut self, id: &GoalId, respond: Responder<GetResultResponse<R>>) {
        let answer = match self.find(id) {
            None => GetResultResponse { status: Status::Unknown as i8, result: R::default() },
            Some(goal) => match &goal.result {
                Some(result) => GetResultResponse { status: goal.status as i8, result: result.clone() },
                None => return goal.waiting.push(respond),
            },
        };
        respond(Ok(answer));
    }

    /// Marks the goals that a client cancels. Returns the response and the calls to cancel.
    pub(super) fn cancel(&mut self, request: &CancelGoalRequest) -> (CancelGoalResponse, Vec<RequestId>) {
        let GoalInfo { goal_id, stamp } = request.goal_info;
        let any_time = stamp == Time2::default();
        let named = |info: &GoalInfo| goal_id != NO_GOAL && info.goal_id == goal_id;
        let older = |info: &GoalInfo| !any_time && info.stamp.as_ns() <= stamp.as_ns();
        let all = goal_id == NO_GOAL && any_time;
        let unknown = goal_id != NO_GOAL && !self.goals.iter().any(|goal| goal.info.goal_id == goal_id);
        let over = self.goals.iter().any(|goal| named(&goal.info) && goal.status.is_over());
        let mut goals_canceling = Vec::new();
        let mut requests = Vec::new();
        for goal in self.active().filter(|goal| all || named(&goal.info) || older(&goal.info)) {
            goal.status = Status::Canceling;
            goals_canceling.push(goal.info);
            requests.extend(goal.request);
        }
        let return_code = match goals_canceling.is_empty() {
            false => 0,
            true if unknown => 2,
            true if over => 3,
            true => 1,
        };
        (CancelGoalResponse { return_code, goals_canceling }, requests)
    }

    pub(super) fn statuses(&self) -> GoalStatusArray {
        let status = |goal: &Goal<R>| GoalStatus { goal_info: goal.info, status: goal.status as i8 };
        GoalStatusArray { status_list: self.goals.iter().map(status).collect() }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    fn request(goal_id: GoalId) -> CancelGoalRequest {
        CancelGoalRequest { goal_info: GoalInfo { goal_id, stamp: Time2::default() } }
    }

    #[test]
    fn result_is_sent_at_the_end_of_the_goal_and_kept() {
        let mut goals = Goals::<u8>::default();
        goals.add([1; 16], Time2::from_ns(5));
        let (sender, receiver) = channel();
        let respond = || {
            let sender = sender.clone();
            Box::new(move |answer: Result<GetResultResponse<u8>, String>| sender.send(answer).unwrap())
        };
        goals.when_over(&[1; 16], respond());
        assert!(receiver.try_recv().is_err());
        for waiting in goals.end(&[1; 16], Status::Succeeded, 7) {
            waiting(Ok(GetResultResponse { status: 4, result: 7 }));
        }
        assert_eq!(receiver.try_recv().unwrap().unwrap().result, 7);
        goals.when_over(&[1; 16], respond());
        assert_eq!(receiver.try_recv().unwrap().unwrap().status, 4);
        goals.when_over(&[2; 16], respond());
        assert_eq!(receiver.try_recv().unwrap().unwrap().status, 0, "the goal is unknown");
    }

    #[test]
    fn cancel_returns_the_codes_of_the_service() {
        let mut goals = Goals::<u8>::default();
        goals.add([1; 16], Time2::from_ns(5));
        goals.find(&[1; 16]).unwrap().request = Some(RequestId(9));
        assert_eq!(goals.cancel(&request([2; 16])).0.return_code, 2);
        let (answer, requests) = goals.cancel(&request([0; 16]));
        assert_eq!((answer.return_code, answer.goals_canceling.len()), (0, 1));
        assert_eq!(requests, [RequestId(9)]);
        goals.end(&[1; 16], Status::Canceled, 0);
        assert_eq!(goals.cancel(&request([1; 16])).0.return_code, 3, "the goal has ended");
        assert_eq!(goals.cancel(&request([0; 16])).0.return_code, 1, "there is nothing to cancel");
        assert_eq!(goals.statuses().status_list[0].status, 5);
    }

    #[test]
    fn old_goals_are_removed() {
        let mut goals = Goals::<u8>::default();
        for number in 0..200 {
            goals.add([number; 16], Time2::default());
            goals.end(&[number; 16], Status::Succeeded, 0);
        }
        assert_eq!(goals.statuses().status_list.len(), REMEMBERED_MAX);
    }
}
