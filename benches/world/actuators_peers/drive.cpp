// A controller for ARGoS 3: each foot-bot drives at a speed and a turn rate of its own, and senses nothing.

#include <argos3/core/control_interface/ci_controller.h>
#include <argos3/plugins/robots/generic/control_interface/ci_differential_steering_actuator.h>

namespace {

// Distance of the wheels of a foot-bot. [m]
constexpr argos::Real TRACK_M = 0.14;

constexpr argos::Real CM_PER_M = 100.0;

}  // namespace

class Drive : public argos::CCI_Controller {
public:
   // Parameters: `speed` [m/s] and `turn`, positive to the left. [rad/s]
   void Init(argos::TConfigurationNode& parameters) override {
      argos::Real speed, turn;
      argos::GetNodeAttribute(parameters, "speed", speed);
      argos::GetNodeAttribute(parameters, "turn", turn);
      m_left = CM_PER_M * (speed - turn * TRACK_M / 2);
      m_right = CM_PER_M * (speed + turn * TRACK_M / 2);
      m_wheels = GetActuator<argos::CCI_DifferentialSteeringActuator>("differential_steering");
   }

   void ControlStep() override { m_wheels->SetLinearVelocity(m_left, m_right); }

private:
   argos::CCI_DifferentialSteeringActuator* m_wheels = nullptr;
   // [cm/s]
   argos::Real m_left = 0.0;
   argos::Real m_right = 0.0;
};

REGISTER_CONTROLLER(Drive, "drive")
