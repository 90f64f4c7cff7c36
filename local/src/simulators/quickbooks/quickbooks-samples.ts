import { nth, sampleAddress, sampleCompany, samplePerson, sampleProduct } from '../sample-words.ts';
import type { Company, EntityName } from './company.ts';
import seed from './company-seed.json' with { type: 'json' };
import { createRecord } from './save-record.ts';
import { toCents } from './transactions.ts';

export function setUpCompany(company: Company): void {
  for (const fields of seed.Account) company.Account.add({ ...fields, Active: true, CurrentBalance: 0 });
  for (const fields of seed.Term) company.Term.add({ ...fields, Active: true });
  for (const fields of seed.PaymentMethod) company.PaymentMethod.add({ ...fields, Active: true });
  for (const fields of seed.CompanyInfo) company.CompanyInfo.add(fields);
  createRecord(company, 'Item', { Name: 'Hours', Type: 'Service', UnitPrice: 90, IncomeAccountRef: incomeAccount(company) });
}

export function makeSample(company: Company, entity: EntityName): void {
  const index = company.nextSample();
  switch (entity) {
    case 'Customer': {
      const { firstName, lastName, email, phone } = samplePerson(index);
      const { street, city, postalCode, country } = sampleAddress(index);
      createRecord(company, 'Customer', {
        DisplayName: `${sampleCompany(index)} ${index + 1}`,
        CompanyName: sampleCompany(index),
        GivenName: firstName,
        FamilyName: lastName,
        PrimaryEmailAddr: { Address: email },
        PrimaryPhone: { FreeFormNumber: phone },
        BillAddr: { Line1: street, City: city, PostalCode: postalCode, Country: country },
      });
      return;
    }
    case 'Item': {
      const { title, sku, price } = sampleProduct(index);
      const fields = { Name: `${title} ${index}`, Sku: sku, UnitPrice: Number(price), IncomeAccountRef: incomeAccount(company) };
      createRecord(company, 'Item', fields);
      return;
    }
    case 'Payment':
      createRecord(company, 'Payment', { CustomerRef: someCustomer(company, index), TotalAmt: 20 + (index % 80) });
      return;
    default: {
      const item = nth(company.Item.records.all(), index);
      const [Qty, UnitPrice] = [1 + (index % 4), Number(item.UnitPrice ?? 10)];
      const SalesItemLineDetail = { ItemRef: { value: item.Id }, Qty, UnitPrice };
      const line = { Amount: toCents(Qty * UnitPrice), DetailType: 'SalesItemLineDetail', SalesItemLineDetail };
      createRecord(company, entity, { CustomerRef: someCustomer(company, index), Line: [line] });
    }
  }
}

function incomeAccount(company: Company) {
  return { value: company.Account.records.all()[0]?.Id };
}

function someCustomer(company: Company, index: number) {
  if (company.Customer.records.size === 0) makeSample(company, 'Customer');
  return { value: nth(company.Customer.records.all(), index).Id };
}
