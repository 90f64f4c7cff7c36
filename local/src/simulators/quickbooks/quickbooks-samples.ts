import { nth, sampleAddress, sampleCompany, samplePerson, sampleProduct } from '../sample-words.ts';
import { addRecord, type Company, type EntityName } from './company.ts';
import seed from './company-seed.json' with { type: 'json' };
import { createRecord } from './save-record.ts';

export function setUpCompany(company: Company): void {
  for (const [entity, records] of Object.entries(seed)) {
    for (const fields of records) addRecord(company[entity as EntityName], { ...fields }, company.time());
  }
  const [income] = company.Account.records.all();
  createRecord(company, 'Item', { Name: 'Hours', Type: 'Service', UnitPrice: 90, IncomeAccountRef: { value: income?.Id } });
}

export function makeSample(company: Company, entity: EntityName): void {
  const index = company.nextSample();
  switch (entity) {
    case 'Customer':
      makeCustomer(company, index);
      return;
    case 'Item': {
      const { title, sku, price } = sampleProduct(index);
      const IncomeAccountRef = { value: company.Account.records.all()[0]?.Id };
      createRecord(company, 'Item', {
        Name: `${title} ${index}`,
        Sku: sku,
        Type: 'NonInventory',
        UnitPrice: Number(price),
        IncomeAccountRef,
      });
      return;
    }
    case 'Payment': {
      const CustomerRef = { value: someCustomer(company, index) };
      createRecord(company, 'Payment', { CustomerRef, TotalAmt: 20 + (index % 80) });
      return;
    }
    default: {
      const item = nth(company.Item.records.all(), index);
      const [Qty, UnitPrice] = [1 + (index % 4), Number(item.UnitPrice ?? 10)];
      const Amount = Math.round(Qty * UnitPrice * 100) / 100;
      const detail = { ItemRef: { value: item.Id }, Qty, UnitPrice };
      const Line = [{ Amount, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: detail }];
      createRecord(company, entity, { CustomerRef: { value: someCustomer(company, index) }, Line });
    }
  }
}

function makeCustomer(company: Company, index: number): void {
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
}

function someCustomer(company: Company, index: number): string {
  if (company.Customer.records.size === 0) makeCustomer(company, company.nextSample());
  return nth(company.Customer.records.all(), index).Id;
}
