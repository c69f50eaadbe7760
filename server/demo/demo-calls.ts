/** A call of people who do not exist, as the demo plays it (decision 0181). */
export interface DemoCall {
  readonly agent: DemoAgent;
  readonly turns: readonly DemoTurn[];
  /** A function that the voice platform offers to the model. */
  readonly functionName?: string;
}

/** What the caller says, and what the test model answers. */
interface DemoTurn {
  readonly said: string;
  /** `{KIND}` stands for the newest token of that kind. Absent: the model fails, as a provider does. */
  readonly answer?: string;
}

export const demoAgents = ['Front desk', 'Nurse line', 'Billing'] as const;
type DemoAgent = (typeof demoAgents)[number];

/** The call that is played word by word. */
export const demoCall: DemoCall = {
  agent: 'Front desk',
  turns: [
    {
      said: 'hi, this is Margaret Delacroix, I would like to see somebody about my knee',
      answer:
        'Hello {NAME}, I am sorry about your knee. What is the best phone number to reach you?',
    },
    {
      said: 'my number is two oh two five five five oh one four three',
      answer: 'Thank you, I wrote down {PHONE}. And what is your date of birth?',
    },
    {
      said: 'my date of birth is march fourth nineteen sixty one',
      answer: 'Got it, {DOB}. Do you still live at the address that we have?',
    },
    {
      said: 'no, I moved, I live at fourteen twelve maple street in springfield now',
      answer: 'Thank you, {NAME}. I changed your address to {ADDRESS}. Would the morning suit you?',
    },
    {
      said: 'yes, the morning is fine, thank you so much',
      answer: 'Then we will see you in the morning, {NAME}. Goodbye.',
    },
  ],
};

interface Person {
  readonly name: string;
  readonly phone: string;
  readonly born: string;
  readonly record: string;
  readonly mail: string;
  readonly street: string;
}

const people: readonly Person[] = [
  [
    'Harold Whitcombe',
    'may ninth nineteen fifty two',
    'four four eight two nine one',
    'twelve oak lane in dayton',
  ],
  [
    'Priscilla Vandermeer',
    'june first nineteen seventy',
    'seven one oh three five six',
    'ninety cedar avenue in salem',
  ],
  [
    'Thaddeus Okafor',
    'july third nineteen forty eight',
    'two two nine four oh eight',
    'eight hundred birch road in dover',
  ],
  [
    'Rosalind Petrakis',
    'march tenth nineteen ninety one',
    'nine oh one one four seven',
    'five elm court in milton',
  ],
  [
    'Cornelius Adeyemi',
    'august twelfth nineteen sixty six',
    'three five oh eight two two',
    'forty pine street in ashland',
  ],
  [
    'Josephine Lindgren',
    'april second nineteen eighty five',
    'six six one nine oh four',
    'sixteen walnut drive in clinton',
  ],
].map(([name = '', born = '', record = '', street = ''], at) => ({
  name,
  born,
  record,
  street,
  phone: `two oh two five five five oh one ${['one', 'two', 'three', 'four', 'five', 'six'][at]} oh`,
  mail: `${name.toLowerCase().replace(' ', ' dot ')} at example dot com`,
}));

/** What people call about on an ordinary day. */
const ordinary: readonly ((person: Person) => DemoCall)[] = [
  ({ name, phone }) => ({
    agent: 'Front desk',
    turns: [
      {
        said: `good morning, my name is ${name} and I need an appointment`,
        answer: 'Good morning, {NAME}. What number can we call you back at?',
      },
      { said: `my number is ${phone}`, answer: 'Thank you. We will call {PHONE} this afternoon.' },
    ],
  }),
  ({ name, record }) => ({
    agent: 'Nurse line',
    turns: [
      {
        said: `this is ${name}, my medical record number is ${record}`,
        answer: 'Thank you, {NAME}, I found the record {MRN}. How can I help?',
      },
      {
        said: 'I have had a cough since the weekend, should I come in',
        answer: 'If you have no fever, rest and drink a lot. Call us again if it gets worse.',
      },
    ],
  }),
  ({ name, mail }) => ({
    agent: 'Billing',
    turns: [
      {
        said: `hello, ${name} here, could you send me my last invoice again`,
        answer: 'Of course, {NAME}. Which e-mail address should I send it to?',
      },
      { said: `please send it to ${mail}`, answer: 'It is on its way to {EMAIL}.' },
    ],
  }),
  () => ({
    agent: 'Front desk',
    turns: [
      {
        said: 'are you open on saturdays and is there parking',
        answer: 'We are open on Saturdays until noon, and you can park behind the house.',
      },
    ],
  }),
  ({ name, born, street }) => ({
    agent: 'Front desk',
    turns: [
      {
        said: `hi, this is ${name}, my date of birth is ${born}`,
        answer: 'Thank you, {NAME}. What can I change for you?',
      },
      { said: `I moved, I live at ${street} now`, answer: 'I changed your address to {ADDRESS}.' },
    ],
  }),
  ({ name, phone }) => ({
    agent: 'Nurse line',
    turns: [
      {
        said: `me llamo ${name} y quiero cambiar mi cita`,
        answer: 'Claro, {NAME}. ¿A qué número podemos llamarle?',
      },
      {
        said: `my number is ${phone}, gracias`,
        answer: 'Gracias, le llamamos hoy a {PHONE}.',
      },
    ],
  }),
];

/** The turns that a clinic must know how to read: each happens once in a demo day, at this place. */
const special: Readonly<Record<number, DemoCall>> = {
  // Somebody put a telephone number into the name of a function: the request is stopped.
  11: {
    agent: 'Front desk',
    functionName: 'lookup_2025550143',
    turns: [{ said: 'hello, could you look up my last visit please' }],
  },
  // The policy lets dates pass.
  18: {
    agent: 'Nurse line',
    turns: [
      {
        said: 'I was admitted on june third and my wound still hurts',
        answer: 'I am sorry to hear that. A nurse will look at it today.',
      },
    ],
  },
  25: {
    agent: 'Billing',
    turns: [{ said: 'hi, this is Winifred Castellanos, I have a question about my bill' }],
  },
  32: {
    agent: 'Front desk',
    turns: [
      {
        said: 'xin chào, tôi muốn đặt lịch khám bệnh vào tuần tới, cảm ơn',
        answer: 'One moment please, I will find somebody who speaks your language.',
      },
    ],
  },
};

const callsOfDay = 40;

/** The calls of an invented day, in order. */
export const demoDay: readonly DemoCall[] = Array.from({ length: callsOfDay }, (_, at) => {
  const person = people[at % people.length];
  const make = ordinary[(at + Math.floor(at / people.length)) % ordinary.length];
  const call = special[at] ?? (person && make?.(person));
  if (call === undefined) throw new Error('the demo day has a call of nobody');
  return call;
});
