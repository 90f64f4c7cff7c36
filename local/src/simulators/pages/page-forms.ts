import { jsonPage, problemPage, seeOther } from '../../pages/local-pages.ts';
import { type FaultKind, faultKinds } from '../faults.ts';
import type { RunningSystems } from '../running-system.ts';
import { WrongRecord } from '../simulated-system.ts';

const MOST_AT_ONCE = 10_000;

/** Handles the buttons of the simulators page, which has no scripts: each button is a form. Returns to what was shown. */
export function takePageForm(form: URLSearchParams, systems: RunningSystems) {
  const [action = '', name = '', entityName = '', id = ''] = ['action', 'system', 'entity', 'id'].map((field) => form.get(field) ?? '');
  const system = systems.get(name);
  const entity = system?.entities.find((one) => one.name === entityName);
  const back = (problem = '') =>
    seeOther(
      `/local/simulators?${new URLSearchParams({ system: name, ...(entity ? { entity: entityName } : {}), ...(problem ? { problem } : {}) })}`,
    );
  if (!system) return problemPage(400, 'This form names no system.');
  const count = Math.min(MOST_AT_ONCE, Math.max(0, Math.floor(Number(form.get('count')) || 0)));
  switch (action) {
    case 'fill':
      if (entity?.make) system.fill(entity.make, count);
      return back();
    case 'delete':
      entity?.remove(id);
      return back();
    case 'change':
      try {
        entity?.change(id, JSON.parse(form.get('fields') ?? '{}') as Record<string, unknown>);
        return back();
      } catch (error) {
        return back(error instanceof WrongRecord ? error.message : 'The fields must be a JSON object.');
      }
    case 'faults': {
      const kind = faultKinds.find((one) => one === form.get('kind'));
      system.faults.set((kind ?? faultKinds[0]) as FaultKind, kind ? count : 0);
      return back();
    }
    case 'empty-calls':
      system.calls.clear();
      return back();
    default:
      return jsonPage({ errors: [{ userMessage: 'This form is not known.', message: 'unknown action', code: 'validation' }] }, 400);
  }
}
