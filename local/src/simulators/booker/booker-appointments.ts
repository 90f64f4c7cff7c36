import type { SimulatedResponse } from '../simulated-call.ts';
import { refused, succeeded } from './booker-answers.ts';
import type { BookerBusiness } from './booker-business.ts';
import type { Appointment } from './booker-records.ts';
import seed from './business-seed.json' with { type: 'json' };

type Body = Readonly<Record<string, unknown>>;

export function bookAppointment(business: BookerBusiness, body: Body): SimulatedResponse {
  const {
    FirstName = '',
    LastName = '',
    Email = null,
    ID: known,
  } = (body.Customer ?? {}) as { FirstName?: string; LastName?: string; Email?: string; ID?: number };
  const [wanted] = (body.AppointmentTreatmentDTOs ?? []) as { TreatmentID?: number; StartTimeOffset?: string; EndTimeOffset?: string }[];
  const treatment = seed.treatments.find(({ ID }) => ID === wanted?.TreatmentID);
  if (!treatment) return refused(203, 'The treatment was not found.');
  const StartDateTimeOffset = wanted?.StartTimeOffset ?? String(body.AppointmentDateOffset);
  return saved(business, {
    ID: business.nextAppointmentId(),
    CustomerID: known ?? (Email ? (business.customersByEmail(Email)[0]?.ID ?? 0) : 0),
    CustomerFirstName: FirstName,
    CustomerLastName: LastName,
    CustomerEmail: Email,
    TreatmentName: treatment.Name,
    StartDateTimeOffset,
    EndDateTimeOffset: wanted?.EndTimeOffset ?? StartDateTimeOffset,
    Status: { ID: 1, Name: 'Booked' },
    Notes: String(body.Notes ?? ''),
  });
}

export function changeAppointment(business: BookerBusiness, id: unknown, fields: Partial<Appointment>): SimulatedResponse {
  const appointment = business.appointments.get(String(id));
  return appointment ? saved(business, Object.assign(appointment, fields)) : refused(203, 'The appointment was not found.');
}

function saved({ appointments }: BookerBusiness, appointment: Appointment): SimulatedResponse {
  return succeeded({ Appointment: appointments.put(appointment) });
}
