/** Apple keyboards use Command where others use Ctrl. */
export const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);
