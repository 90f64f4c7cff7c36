import type { SimulatedResponse } from '../simulated-call.ts';
import { invalid, refused, succeeded } from './booker-answers.ts';
import type { BookerBusiness } from './booker-business.ts';
import type { Customer } from './booker-records.ts';

type Body = Readonly<Record<string, unknown>>;

export function findCustomers(
  { customers, customersByEmail, customersByPhone }: BookerBusiness,
  { Email, Phone, FirstNameStart, LastNameStart }: Body,
): readonly Customer[] {
  if (Email) return customersByEmail(String(Email));
  if (Phone) return customersByPhone(String(Phone));
  if (!FirstNameStart && !LastNameStart) return customers.all();
  const begins = (name: string, start: unknown) => name.toLowerCase().startsWith(String(start ?? '').toLowerCase());
  return customers.all().filter(({ FirstName, LastName }) => begins(FirstName, FirstNameStart) && begins(LastName, LastNameStart));
}

export function customerEntry({ customers }: BookerBusiness, id: string): SimulatedResponse {
  const customer = customers.get(id);
  return customer ? succeeded(toEntry(customer)) : refused(203, 'The customer was not found.');
}

export function saveCustomer(
  { customers }: BookerBusiness,
  ids: Pick<Customer, 'ID' | 'LocationID'>,
  { Customer: given }: Body,
): SimulatedResponse {
  const known = customers.get(String(ids.ID));
  const customer: Customer = {
    Email: null,
    CellPhone: null,
    FirstName: '',
    LastName: '',
    IsActive: true,
    ...known,
    ...(given as Partial<Customer>),
    ...ids,
  };
  for (const name of ['FirstName', 'LastName'] as const) {
    if (!customer[name].trim()) return invalid(name, `${name} is required`);
  }
  customers.put(customer);
  return succeeded({ CustomerID: customer.ID, Customer: customer });
}

export function toEntry(customer: Customer): { CustomerID: number; Customer: Customer } {
  return { CustomerID: customer.ID, Customer: customer };
}
