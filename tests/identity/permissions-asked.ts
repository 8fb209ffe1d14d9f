import type { Consent } from '../support/browser/consent.ts';
import { expect, judge, lacksData } from '../support/test.ts';
import { isEnglish, notAskedIn } from './consent-text.ts';

/** Judges that a consent page asks for the three permissions (IDN-028), if that can be read from it. */
export async function judgePermissionsAsked(consent: Consent | undefined): Promise<void> {
  const { language = '', text = '', allText = '' } = consent ?? {};
  // The words searched for are English. A template may declare a language other than that of its text.
  if ((language !== '' && !/^en\b/i.test(language)) || !isEnglish(text))
    lacksData('IDN-028', `the consent page is not in English: ${language}`);
  else if (notAskedIn(text).length > 0 && notAskedIn(allText).length === 0)
    lacksData('IDN-028', 'the consent page hides what it asks for until a part of it is opened');
  else
    await judge('IDN-028', () =>
      expect(notAskedIn(text), `what is not asked for by ${JSON.stringify(text.slice(0, 2000))}`).toEqual([]),
    );
}
