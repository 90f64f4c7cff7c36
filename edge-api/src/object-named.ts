/**
 * The object with this name, typed by the calls that its binding declares. The stub's own type turns `unknown` values into `never`,
 * although every value of these calls can be cloned.
 */
export function objectNamed<Calls>(binding: DurableObjectNamespace<Calls & Rpc.DurableObjectBranded>, name: string): Calls {
  return binding.get(binding.idFromName(name)) as unknown as Calls;
}
