import type { AuthorizationSettings, SchemeSetting } from './auth-scheme.ts';
import { type AuthorizationType, authSchemes } from './registry.ts';

export interface SettingProblem {
  name: string;
  message: string;
}

/** Settings that these schemes don't have, lack or refuse. */
export function schemeSettingProblems(types: readonly AuthorizationType[], settings: AuthorizationSettings): SettingProblem[] {
  const given = settings.authorizationSettings ?? {};
  const known = types.flatMap((type) => authSchemes[type].settings);
  const unknown = Object.keys(given).filter((name) => !known.some((setting) => setting.name === name));
  return [
    ...unknown.map((name) => ({ name, message: `“${name.slice(0, 100)}” is not a setting of this authorization type` })),
    ...known.flatMap((setting) => {
      const message = checkSetting(setting, given[setting.name] ?? '');
      return message === null ? [] : [{ name: setting.name, message }];
    }),
  ];
}

function checkSetting({ label, choices, usual, problemOf: check }: SchemeSetting, value: string): string | null {
  if (value.trim() === '') return usual === undefined ? `Please input ${label}` : null;
  if (choices && !choices.some((choice) => choice.value === value)) return `${label}: choose one from the list`;
  return check?.(value) ?? null;
}
