import type { AuthorizationSettings, SchemeSetting } from './auth-scheme.ts';

/** Reads a scheme's settings: the connector type's value, or the default. They were checked when the type was saved. */
export function settingsReader(settings: readonly SchemeSetting[], { authorizationSettings = {} }: AuthorizationSettings) {
  const text = (name: string): string => {
    const value = authorizationSettings[name];
    return value?.trim() ? value : (settings.find((setting) => setting.name === name)?.usual ?? '');
  };
  return {
    text,
    choice: <Choice extends string>(name: string) => text(name) as Choice,
  };
}
