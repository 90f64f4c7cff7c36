import type { AuthorizationSettings, SchemeSetting } from './auth-scheme.ts';

/** Reads the settings of a scheme: what the connector type says, or what is usual. They were checked when the type was saved. */
export function settingsReader(settings: readonly SchemeSetting[], { authorizationSettings = {} }: AuthorizationSettings) {
  const text = (name: string): string => {
    const value = authorizationSettings[name];
    return value?.trim() ? value : (settings.find((setting) => setting.name === name)?.usual ?? '');
  };
  return {
    text,
    /** One of the choices. */
    choice: <Choice extends string>(name: string) => text(name) as Choice,
  };
}
