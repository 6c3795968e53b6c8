import { pageKeys } from '@/api/pageKeys';
import { currentSession, updateSession } from '@/state/session';
import type { CompanyEvent } from '../events';
import type { Handler } from './handler';

/** Menu, pages and bars follow what the company may do now; settings have an event of their own. */
export const companyHandler: Handler<CompanyEvent> = {
  stale: () => [pageKeys.companies, pageKeys.plans, pageKeys.billing],
  effects: (_client, { company }) => {
    const session = currentSession();
    if (!session || session.user.companyId !== company.id) return;
    const { settings } = session.user.company;
    updateSession({ ...session, user: { ...session.user, company: { ...company, settings } } });
  },
};
