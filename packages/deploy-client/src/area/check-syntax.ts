import { stripTypeScriptTypes } from 'node:module';
import { Script } from 'node:vm';
import { type Bundle, plainFiles } from '../bundle.ts';
import { DeployError } from '../deploy-error.ts';

/**
 * Checks that every script of the area is JavaScript, including scripts that load late or never in the check's browser. Runs no script.
 *
 * @throws DeployError with the first file that isn't
 */
export function checkSyntax(bundle: Bundle): void {
  for (const { path, content } of plainFiles(bundle)) {
    if (!path.endsWith('.js')) continue;
    try {
      parse(content.toString());
    } catch (error) {
      throw new DeployError(
        `The script ${path} of mfe-${bundle.area} does not parse (${(error as Error).message}). Mend it and deploy again.`,
      );
    }
  }
}

/** @throws SyntaxError if the text is neither a script nor a module (a worker's, for example) */
function parse(text: string): void {
  try {
    new Script(text);
  } catch (error) {
    if (!/import statement outside a module|Unexpected token 'export'|import\.meta/.test(String(error))) throw error;
    // Only this way can Node parse a module without running it; JavaScript is TypeScript without types.
    stripTypeScriptTypes(text);
  }
}
