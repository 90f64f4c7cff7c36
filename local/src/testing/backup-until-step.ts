// node backup-until-step.ts REQUEST STEP: backs up or restores until so many steps are done, then ends as by kill -9.
import { backUp } from '../backup/back-up.ts';
import { restore } from '../backup/restore.ts';

const [request = '', step = ''] = process.argv.slice(2);
const { command, ...fields } = JSON.parse(request);
let steps = 0;
const onStep = () => {
  steps += 1;
  if (steps === Number(step)) process.kill(process.pid, 'SIGKILL');
};
await (command === 'backup' ? backUp({ ...fields, onStep }) : restore({ ...fields, onStep }));
console.log(steps);
