import { areaConfig } from '../tools/area-build/area-config.ts';

// biome-ignore lint/style/noDefaultExport: Rsbuild reads the default export.
export default areaConfig({ area: 'playbooks', root: import.meta.dirname });
