/**
 * The parts of Monaco that every editor here has. JavaScript, JSON and YAML are coloured, nothing more: the service for TypeScript would
 * be several megabytes, and what scripts can refer to we know ourselves. None of these parts asks for a worker (its words of the text,
 * links and differences are not among them), so there is none to serve.
 */
import 'monaco-editor/features/anchorSelect/register';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/caretOperations/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/readOnlyMessage/register';
import 'monaco-editor/features/smartSelect/register';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/wordOperations/register';

export { editor, KeyCode, KeyMod, languages, MarkerSeverity, Range } from 'monaco-editor/editor';
