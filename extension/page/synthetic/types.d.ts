/** What the files that make input of events share, beside the rest of the page agent. */

export interface Pointing {
  x: number;
  y: number;
}

declare global {
  interface TabwireAgent {
    synthetic: {
      modifierKeys(modifiers: number): { altKey: boolean; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean };
      send(target: EventTarget, event: Event): boolean;
      basics(type: string): { bubbles: boolean; cancelable: boolean; composed: boolean; view: Window };
      announceFocus(): void;
      focusOn(element: Element | null): void;
      focusableAround(element: Element): Element | null;
    };
    innerFrames: {
      frameAt(point: Pointing): { ref: string; x: number; y: number } | null;
      focusedFrame(): { ref: string } | null;
    };
    dragging: {
      pull(pressed: Element | null, input: Pointing & { buttons: number }): { dragStarted?: boolean };
      end(): boolean;
    };
    editing: {
      editable(): HTMLElement | null;
      insertText(text: string): boolean;
      remove(forward: boolean, byWord: boolean): void;
      breakLine(soft: boolean): boolean;
      moveCaret(key: string, extend: boolean, byWord: boolean): boolean;
      shortcut(key: string, shift: boolean): boolean;
    };
    controls: {
      pressWith(key: "Enter" | " ", control: Element): boolean;
      submitFrom(field: Element): boolean;
      step(control: Element, key: string): boolean;
      moveOn(back: boolean): void;
      dismiss(): void;
    };
  }
}
