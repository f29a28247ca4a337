// A client in JavaScript (Node.js) without packages: services, a stream of a sensor, commands.
// Run examples/socket_robots.py first.
const net = require('node:net');
const readline = require('node:readline');

// Messages may have NaN and Infinity, which JSON.parse refuses: here they become null. Texts stay as they are.
const parse = (text) => JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?Infinity|NaN/g, (word) => word[0] === '"' ? word : 'null'));

const connect = (port) => net.connect(port, 'localhost').on('error', (error) => { console.error(error.message); process.exit(1); });
const services = connect(Number(process.argv[2] ?? 4000));
const waiting = new Map();
let last = 0;

// Answers come in any order: each has the id of its request.
readline.createInterface(services).on('line', (line) => {
  const [, id, status, result] = /^(\S*) (\S+) ?(.*)$/.exec(line);
  waiting.get(id)?.({ status, result: result && parse(result) });
  waiting.delete(id);
});

function request(component, service, ...parameters) {
  const id = `js${process.pid}-${++last}`;
  services.write(`${id} ${component} ${service} ${JSON.stringify(parameters)}\n`);
  return Object.assign(new Promise((resolve) => waiting.set(id, resolve)), { cancel: () => services.write(`${id} cancel\n`) });
}

async function main() {
  console.log((await request('simulation', 'list_robots')).result.join(' '));
  const ports = (await request('simulation', 'get_all_stream_ports')).result;
  const motion = connect(ports['rover.motion']);
  motion.write('{"v": 1.0, "w": 0.0}\n'); // Holds until the next command.
  for await (const line of readline.createInterface(connect(ports['rover.pose']))) {
    const { x } = parse(line);
    if (x > 0.5) { console.log(`rover has driven ${x.toFixed(1)} m`); break; }
  }
  motion.write('{"v": 0.0, "w": 0.0}\n');
  const goto = request('scout.waypoint', 'goto', 50.0, 4.0, 0.0, 0.5, 1.0); // Answered when it ends.
  console.log((await request('time', 'now')).status); // Other answers come meanwhile.
  goto.cancel();
  console.log((await goto).status);
  process.exit(0);
}

main();
