import { areaConfig } from '../tools/area-build/area-config.ts';
import { DEVELOPMENT_PORTS } from '../tools/area-build/development-ports.ts';

// biome-ignore lint/style/noDefaultExport: Rsbuild reads the default export.
export default areaConfig({ area: 'workflows', root: import.meta.dirname, developmentPort: DEVELOPMENT_PORTS.workflows });
