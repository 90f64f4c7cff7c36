/** Files next to the scripts, by name, from which editors know what a script can read. */
export const scriptTypes = {
  'portage.d.ts': `interface PortageStep {
  Payload: any;
  Headers: any;
  Query: any;
  Method: string;
  Response: any;
  ResponseHttpStatusCode: number;
  CurrentItem: any;
  CurrentIndex: number;
  Results: any[];
  Error: any;
}
/** The results of the steps that ran before, by their names. */
declare const Steps: Record<string, PortageStep>;
/** What Data Storage steps keep. */
declare const $Data: Record<string, any>;
declare const $Consts: { WorkflowId: string; WorkflowInstanceId: string };
`,
  'jsconfig.json': `{ "compilerOptions": { "target": "ES2023", "lib": ["ES2023", "DOM"], "moduleDetection": "force" }, "include": ["*.js", "portage.d.ts"] }
`,
};
