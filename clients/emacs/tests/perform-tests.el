;;; perform-tests.el --- Tests of a source's actions on an item, in a terminal  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)

(defvar perform-tests-folder nil
  "The folder with the files that the source lists, and the record of its actions.")

(defun perform-tests-path (name)
  "Return the path of NAME in the folder of this test."
  (expand-file-name name perform-tests-folder))

(defun perform-tests-action (name title script)
  "Return an action called NAME, with TITLE, that runs SCRIPT.
It changes the list.  It gets `--' and the id of an item, and
writes what it starts to the file `done'."
  (let ((path (perform-tests-path name)))
    (write-region (format "#!/bin/sh\ncd '%s'\necho \"%s $2\" >>done\n%s\n" perform-tests-folder name script)
                  nil path nil 'silent)
    (set-file-modes path #o755)
    `(:name ,name :title ,title :argv [,path "--" "{id}"] :changes t)))

(defun perform-tests-prepare ()
  "Give the terminal a source of the files one, three and two."
  (make-directory (perform-tests-path "files"))
  (dolist (name '("one" "three" "two"))
    (write-region "" nil (perform-tests-path (concat "files/" name)) nil 'silent))
  (write-region
   (json-serialize
    `(:sources
      (:files (:type "command" :argv ["sh" "-c" "while [ -e \"$0/hold\" ]; do sleep 0.01; done; ls \"$0/files\""
                                             ,perform-tests-folder]
               :actions [,(perform-tests-action "remove" "Remove it" "rm \"files/$2\"; echo \"$2 is gone\"")
                         ,(perform-tests-action
                           "wait" "Wait"
                           "while [ ! -e go ]; do sleep 0.01; done; rm -f \"files/$2\"; echo \"$2 was waited for\"")
                         ,(perform-tests-action "fail" "Fail" "echo why >&2; exit 3")]))))
   nil (perform-tests-path "config.json") nil 'silent)
  (support-eval `(progn
                   (seekline-stop)
                   (setq seekline-arguments '("--config" ,(perform-tests-path "config.json"))
                         seekline-source "files")
                   (with-current-buffer (messages-buffer)
                     (let ((inhibit-read-only t)) (erase-buffer)))
                   nil)))

(defmacro perform-tests-with-files (&rest body)
  "Run BODY with a source of files in the terminal."
  `(let ((perform-tests-folder (make-temp-file "seekline-perform" t)))
     (unwind-protect
         (support-in-terminal
           (perform-tests-prepare)
           ,@body)
       (support-eval '(progn (seekline-stop) (setq seekline-arguments nil)))
       (delete-directory perform-tests-folder t))))

(defun perform-tests-go ()
  "Let waiting actions finish."
  (write-region "" nil (perform-tests-path "go") nil 'silent))

(defun perform-tests-done ()
  "Return the actions that have started."
  (and (file-exists-p (perform-tests-path "done"))
       (with-temp-buffer
         (insert-file-contents (perform-tests-path "done"))
         (split-string (buffer-string) "\n" t))))

(defun perform-tests-told (pattern)
  "Wait until a message matches PATTERN."
  (support-wait pattern
    (string-match-p pattern (support-eval '(with-current-buffer (messages-buffer)
                                             (buffer-substring-no-properties (point-min) (point-max)))))))

(defun perform-tests-listed ()
  "Return the titles in the list in the terminal."
  (support-eval '(with-current-buffer "*seekline: files*"
                   (mapcar (lambda (item) (plist-get item :title))
                           (seekline-session-items seekline-list--session)))))

(defun perform-tests-wait-for-list (&rest titles)
  "Wait until TITLES are in the list."
  (support-wait titles (equal titles (perform-tests-listed))))

(defun perform-tests-open-list ()
  "Open a list of all files."
  (support-keys "F6")
  (support-see "Search files for:")
  (support-keys "Enter")
  (support-see "^ files  everything +3$")
  (perform-tests-wait-for-list "one" "three" "two"))

(defun perform-tests-act (about title)
  "Choose TITLE from the menu of the item at point, which is ABOUT."
  (support-keys "a")
  (support-see (format "^%s: *$" about))
  (support-paste title)
  (support-keys "Enter"))

(ert-deftest perform-removes-an-item-from-a-list ()
  (perform-tests-with-files
   (perform-tests-open-list)
   (support-keys "n")
   (perform-tests-act "three" "Remove it")
   (perform-tests-told "^seekline: three is gone$")
   (perform-tests-wait-for-list "one" "two")
   (should (equal '("remove three") (perform-tests-done)))))

(ert-deftest perform-loses-no-key-in-its-menu ()
  (perform-tests-with-files
   (support-eval '(progn (require 'vertico) (vertico-mode) nil))
   (perform-tests-open-list)
   (support-keys "n" "a")
   (support-see "1/3 +three:")
   (support-eval '(terminal-dawdle 'vertico--recompute))
   (support-paste "R")
   (support-wait "the candidates" (support-eval 'terminal-dawdles))
   (support-keys "e" "m" "o" "v" "e" "Enter")
   (perform-tests-told "^seekline: three is gone$")
   (should (equal '("remove three") (perform-tests-done)))))

(ert-deftest perform-offers-its-menu-in-a-detail ()
  (perform-tests-with-files
   (perform-tests-open-list)
   (support-keys "n" "Enter")
   (support-wait "the detail" (eq 'seekline-detail-mode (support-eval '(buffer-local-value 'major-mode (window-buffer)))))
   (perform-tests-act "three" "Remove it")
   (perform-tests-told "^seekline: three is gone$")
   (perform-tests-wait-for-list "one" "two")
   ;; The item is still shown, but no longer in a list.
   (support-keys "a")
   (perform-tests-told "^seekline: the list has changed meanwhile; nothing was done with “three”$")
   (should (equal '("remove three") (perform-tests-done)))))

(ert-deftest perform-offers-its-menu-in-the-minibuffer ()
  (dolist (vertico '(nil t))
    (perform-tests-with-files
     (when vertico
       (support-eval '(progn (require 'vertico) (vertico-mode) nil)))
     (support-keys "F5")
     (support-see "Search files:" "^one")
     (support-paste "thr")
     (support-wait "one file" (not (string-match-p "^two" (support-screen))))
     (support-keys "M-o")
     (support-see (if vertico "1/3 +three:" "^three: *$"))
     (support-paste "Remove it")
     (support-keys "Enter")
     (perform-tests-told "^seekline: three is gone$")
     ;; Nothing else has been done with it.
     (should (equal "" (support-eval '(with-current-buffer "*scratch*" (buffer-string)))))
     (should (equal '("remove three") (perform-tests-done)))
     (should (= 0 (support-eval '(hash-table-count seekline--sessions)))))))

(ert-deftest perform-in-the-minibuffer-needs-a-single-match ()
  (perform-tests-with-files
   (support-keys "F5")
   (support-see "Search files:" "^one")
   (support-paste "t")
   (support-wait "two files" (not (string-match-p "^one" (support-screen))))
   (support-keys "M-o")
   (support-see "Search files: t.*2 matches")
   (support-paste "wo")
   (support-wait "one file" (not (string-match-p "^three" (support-screen))))
   (support-keys "Enter")
   (support-wait "the text" (equal "two" (support-eval '(with-current-buffer "*scratch*" (buffer-string)))))
   (should-not (perform-tests-done))))

(ert-deftest perform-in-the-minibuffer-is-forgotten-after-a-quit ()
  (let ((map (make-sparse-keymap))
        (seekline-perform--wanted nil))
    ;; As if C-g ended the wait for a slow server.
    (define-key map (kbd "RET") (lambda () (interactive) (signal 'quit nil)))
    (with-temp-buffer
      (use-local-map map)
      (should (eq 'quit (condition-case nil
                            (seekline-perform-and-exit)
                          (quit 'quit)))))
    (should-not seekline-perform--wanted)))

(ert-deftest perform-says-when-an-item-has-no-actions ()
  (perform-tests-with-files
   (support-eval '(setq seekline-source "unicode"))
   (support-keys "F6")
   (support-see "Search unicode for:")
   (support-paste "snowman")
   (support-keys "Enter")
   (support-see "^☃   SNOWMAN")
   (support-keys "a")
   (support-see "^The source of SNOWMAN offers no actions on it$")))

(ert-deftest perform-reports-a-failure-and-does-not-repeat-the-action ()
  (perform-tests-with-files
   (perform-tests-open-list)
   (perform-tests-act "one" "Fail")
   (perform-tests-told "^seekline: Fail: Source failed: .* ended with the exit code 3; it said: why$")
   (support-keys "g")
   (perform-tests-wait-for-list "one" "three" "two")
   (should (equal '("fail one") (perform-tests-done)))))

(ert-deftest perform-does-not-block-emacs-and-outlives-its-list ()
  (perform-tests-with-files
   (perform-tests-open-list)
   (perform-tests-act "one" "Wait")
   (support-wait "the beginning" (perform-tests-done))
   (support-keys "n")
   (perform-tests-act "three" "Remove it")
   (perform-tests-told "^seekline: Remove it: Invalid params: .* is busy with \"wait\"")
   (support-eval '(kill-buffer "*seekline: files*"))
   (support-write "here")
   (support-wait "what is typed" (equal "here" (support-eval '(with-current-buffer "*scratch*" (buffer-string)))))
   (perform-tests-go)
   (perform-tests-told "^seekline: one was waited for$")
   (should (equal '("wait one") (perform-tests-done)))))

(ert-deftest perform-does-nothing-once-the-list-has-changed ()
  (perform-tests-with-files
   (perform-tests-open-list)
   (perform-tests-act "one" "Wait")
   (support-wait "the beginning" (perform-tests-done))
   (support-keys "n" "a")
   (support-see "^three: *$")
   (perform-tests-go)
   (perform-tests-wait-for-list "three" "two")
   (perform-tests-told "^seekline: one was waited for$")
   (support-paste "Remove it")
   (support-keys "Enter")
   (perform-tests-told "^seekline: the list has changed meanwhile; nothing was done with “three”$")
   (should (file-exists-p (perform-tests-path "files/three")))
   ;; When it is requested again, it is performed.
   (perform-tests-act "three" "Remove it")
   (perform-tests-wait-for-list "two")
   (should (equal '("wait one" "remove three") (perform-tests-done)))))

(ert-deftest perform-does-nothing-if-the-engine-was-replaced-while-choosing ()
  (perform-tests-with-files
   (perform-tests-open-list)
   (support-keys "a")
   (support-see "^one: *$")
   (support-eval '(terminal-kill-engine))
   (perform-tests-told "^seekline: the engine has ended")
   (support-eval '(with-current-buffer "*seekline: files*" (seekline-list-refresh)))
   (perform-tests-wait-for-list "one" "three" "two")
   (support-paste "Remove it")
   (support-keys "Enter")
   (perform-tests-told "^seekline: the list has changed meanwhile; nothing was done with “one”$")
   (should-not (perform-tests-done))))

(ert-deftest perform-does-nothing-while-the-list-is-still-from-a-previous-engine ()
  (perform-tests-with-files
   (perform-tests-open-list)
   (write-region "" nil (perform-tests-path "hold") nil 'silent)
   (support-eval '(terminal-kill-engine))
   (perform-tests-told "^seekline: the engine has ended")
   (support-keys "g" "a")
   (perform-tests-told "^seekline: the list has changed meanwhile; nothing was done with “one”$")
   (delete-file (perform-tests-path "hold"))
   (support-see "^ files  everything +3$" "end of the list")
   (should-not (perform-tests-done))
   ;; In the list of the new engine it is performed.
   (perform-tests-act "one" "Remove it")
   (perform-tests-wait-for-list "three" "two")
   (should (equal '("remove one") (perform-tests-done)))))

(ert-deftest perform-has-an-unknown-outcome-and-is-not-repeated-if-the-engine-dies ()
  (perform-tests-with-files
   (perform-tests-open-list)
   (perform-tests-act "one" "Wait")
   (support-wait "the beginning" (perform-tests-done))
   (support-eval '(terminal-kill-engine))
   (perform-tests-told "^seekline: Wait: the engine has ended: the outcome is unknown, and the action is not repeated$")
   (support-see "^seekline: Wait: the engine has ended: the outcome is unknown")
   (perform-tests-go)
   (support-keys "g")
   (support-see "^ files  everything +3$" "end of the list")
   (perform-tests-act "one" "Remove it")
   (perform-tests-wait-for-list "three" "two")
   (should (equal '("wait one" "remove one") (perform-tests-done)))))

(provide 'perform-tests)
;;; perform-tests.el ends here
